import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../schema/finding.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { openAuditLog, readAudit } from './audit-log.ts';

let folder: Awaited<ReturnType<typeof createTemporaryFolder>>;
beforeAll(async () => {
  folder = await createTemporaryFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

const request = { mutants: 0, deep: false, runs: [] };

function find(witness: string, strength: Finding['strength']): Finding {
  return { taskId: 'T/1', witness, kind: 'chance', strength, sentence: 'It varies.', evidence: [], runs: 1 };
}

describe('the log of an audit', () => {
  it('says what the last audit heard, however often its findings were known before', async () => {
    const path = join(folder.path, 'again.jsonl');
    await using log = await openAuditLog(path);
    await log.add('with', find('dissent', 'doubt'));
    await log.add('reference', find('reference', 'none'));
    await log.finish({ taskId: 'T/1', keys: ['with', 'reference'], request });
    expect(await readAudit(path)).toMatchObject([{ verdict: 'suspect' }]);
    await log.add('without', find('dissent', 'none'));
    await log.finish({ taskId: 'T/1', keys: ['without'], request });
    expect(await readAudit(path)).toMatchObject([{ verdict: 'sound', findings: [{ witness: 'dissent' }] }]);
    await log.finish({ taskId: 'T/1', keys: ['with', 'reference'], request });
    expect(log.about('T/1').map(({ strength }) => strength)).toEqual(['doubt', 'none']);
    expect(await readAudit(path)).toMatchObject([{ verdict: 'suspect', findings: { length: 2 } }]);
    const { size } = await stat(path);
    await log.finish({ taskId: 'T/1', keys: ['with', 'reference'], request });
    expect((await stat(path)).size).toBe(size);
  });

  it('has nothing to say about a task that no audit has finished', async () => {
    const path = join(folder.path, 'torn.jsonl');
    await using log = await openAuditLog(path);
    await log.add('one', find('elsewhere', 'none'));
    expect(log.about('T/1')).toEqual([]);
    await expect(readAudit(path)).rejects.toThrow(/holds no audit/);
  });
});

import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { describeAudits } from '../../src/audit/audit-document.ts';
import { openAuditLog } from '../../src/audit/audit-log.ts';
import { publishedIds } from '../../src/dataset/public-tasks.ts';
import { parseShippedAudit } from '../../src/dataset/shipped-audit.ts';
import { judgeTask, rankTasks } from '../../src/schema/audit-rule.ts';
import type { Finding } from '../../src/schema/finding.ts';
import { createTemporaryFolder } from '../../src/testing/temporary-folder.ts';
import { recordedSlice } from '../../src/util/testing/recorded-data.ts';

const script = join(import.meta.dirname, '../../scripts/ship-audit.mjs');

const audits = publishedIds.map((taskId, at) => {
  const about = { taskId, evidence: [], runs: 1 };
  const weak: Finding = {
    ...about,
    witness: 'lazy-answers',
    kind: 'too-weak',
    strength: 'proof',
    sentence: 'Accepts.',
  };
  const none: Finding = { ...about, witness: 'elsewhere', kind: 'chance', strength: 'none', sentence: '' };
  return judgeTask(taskId, at === 7 ? [none, weak] : [none]);
});

describe('scripts/ship-audit.mjs', () => {
  const edition = { version: 'v0.1.4', hash: 'abc' };
  const documents = {
    'what `bcb audit --json` prints': {
      ...edition,
      date: '2026-01-02T03:04:05.000Z',
      tasks: describeAudits(rankTasks(audits)),
    },
    'what it printed before': { ...edition, tasks: rankTasks(audits) },
  };

  async function ship(folder: string, source: string) {
    const target = join(folder, 'shipped.json');
    const env = { ...process.env, BIGCODEBENCH_OVERRIDE_PATH: recordedSlice.tasksFile };
    await promisify(execFile)(process.execPath, [script, join(folder, source), 'bcb audit', target], { env });
    return parseShippedAudit(await readFile(target, 'utf8'));
  }

  it.each(Object.entries(documents))('takes %s', async (_, document) => {
    await using folder = await createTemporaryFolder();
    await writeFile(join(folder.path, 'audit.json'), JSON.stringify(document));
    const shipped = await ship(folder.path, 'audit.json');
    expect(shipped).toMatchObject({
      ...edition,
      command: 'bcb audit',
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    expect([...shipped.tasks.keys()]).toEqual(publishedIds);
    const broken = [...shipped.tasks.values()].filter(({ verdict }) => verdict !== 'sound');
    expect(broken).toMatchObject([
      { taskId: 'BigCodeBench/7', findings: [{ witness: 'lazy-answers', kind: 'too-weak', sentence: 'Accepts.' }] },
    ]);
  });

  it('takes the journal of an audit, unless it lacks a public task', async () => {
    await using folder = await createTemporaryFolder();
    const request = { mutants: 0, deep: false, runs: [] };
    const write = async (written: typeof audits) => {
      await using log = await openAuditLog(join(folder.path, 'audit.jsonl'));
      const writeOne = async ({ taskId, findings }: (typeof audits)[number]) => {
        const keys = findings.map(({ witness }) => `${taskId} ${witness}`);
        await Promise.all(findings.map((finding, at) => log.add(keys[at] ?? '', finding)));
        await log.finish({ taskId, keys, request });
      };
      await Promise.all(written.map(writeOne));
    };
    await write(audits.slice(0, 99));
    await expect(ship(folder.path, 'audit.jsonl')).rejects.toThrow(/lacks 1041, such as BigCodeBench\/99/);
    await write(audits.slice(99));
    const shipped = await ship(folder.path, 'audit.jsonl');
    expect(shipped).toMatchObject({ version: 'v0.1.4', hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(shipped.tasks.get('BigCodeBench/7')).toMatchObject({ verdict: 'broken' });
    expect(shipped.tasks.size).toBe(publishedIds.length);
  });
});

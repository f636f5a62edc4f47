import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { describeAudits } from '../../src/audit/audit-document.ts';
import { openAuditLog } from '../../src/audit/audit-log.ts';
import { witnesses } from '../../src/audit/witness-table.ts';
import { loadTasks } from '../../src/dataset/load-tasks.ts';
import { publishedIds } from '../../src/dataset/public-tasks.ts';
import { findOtherTask, parseShippedAudit } from '../../src/dataset/shipped-audit.ts';
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
  const variables = { BIGCODEBENCH_OVERRIDE_PATH: recordedSlice.tasksFile };

  async function ship(folder: string, source: string) {
    const target = join(folder, 'shipped.json');
    const env = { ...process.env, ...variables };
    await promisify(execFile)(process.execPath, [script, join(folder, source), 'bcb audit', target], { env });
    return parseShippedAudit(await readFile(target, 'utf8'));
  }

  it('takes what `bcb audit --json` prints, unless it is of another edition', async () => {
    await using folder = await createTemporaryFolder();
    const { version, hash, tasks } = await loadTasks({ variables });
    const document = { date: '2026-01-02T03:04:05.000Z', version, tasks: describeAudits(rankTasks(audits)) };
    const write = (edition: object) =>
      writeFile(join(folder.path, 'audit.json'), JSON.stringify({ ...document, ...edition }));
    await write({ hash: 'abc' });
    await expect(ship(folder.path, 'audit.json')).rejects.toThrow(/is of another edition than the tasks here: abc/);
    await write({ hash });
    const shipped = await ship(folder.path, 'audit.json');
    expect(shipped).toMatchObject({ version: 'v0.1.4', hash, command: 'bcb audit', date: '2026-01-02' });
    expect(findOtherTask(tasks, shipped)).toBeUndefined();
    expect(Object.keys(shipped.hashes)).toHaveLength(tasks.length);
    const known = witnesses.map(({ name, kind, version: number }) => [name, { kind, version: number }]);
    expect(shipped.witnesses).toEqual(Object.fromEntries(known));
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

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert, describe, expect, it } from 'vitest';
import { openAuditLog } from '../audit/audit-log.ts';
import { loadTasks } from '../dataset/load-tasks.ts';
import { loadShippedAudit } from '../dataset/shipped-audit.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { recordedSlice } from '../util/testing/recorded-data.ts';
import { readAudits } from './read-audits.ts';

type Said = readonly [task: string, witness: string, strength: 'none' | 'hint' | 'doubt' | 'proof'];

async function writeAudit(folder: string, ...said: Said[]): Promise<void> {
  await using log = await openAuditLog(join(folder, 'audit.jsonl'));
  for (const [taskId, witness, strength] of said) {
    const trials = Array.from({ length: 9 }, (_, at) => ({ trial: `t${at}`, outcome: 'fail' as const }));
    const evidence = strength === 'none' ? [] : trials;
    const sentence = strength === 'none' ? '' : `${witness} of ${taskId}`;
    const finding = { taskId, witness, kind: 'chance' as const, strength, sentence, evidence, runs: 9 };
    await log.add(`${taskId} ${witness}`, finding);
  }
  for (const taskId of new Set(said.map(([id]) => id))) {
    const keys = said.filter(([id]) => id === taskId).map(([, witness]) => `${taskId} ${witness}`);
    await log.finish({ taskId, keys, request: { mutants: 0, deep: false, runs: [] } });
  }
}

describe('readAudits', () => {
  it('puts the most doubtful task first, with what was found and some of its evidence', async () => {
    await using folder = await createTemporaryFolder();
    await writeAudit(
      folder.path,
      ['T/1', 'elsewhere', 'none'],
      ['T/2', 'elsewhere', 'hint'],
      ['T/2', 'another-day', 'doubt'],
      ['T/3', 'elsewhere', 'proof'],
    );
    const { tasks, problems } = await readAudits([folder.path]);
    expect(problems).toEqual([]);
    expect(
      tasks.map(({ taskId, verdict, findings }) => [taskId, verdict, ...findings.map(({ witness }) => witness)]),
    ).toEqual([
      ['T/3', 'broken', 'elsewhere'],
      ['T/2', 'suspect', 'another-day', 'elsewhere'],
      ['T/1', 'sound'],
    ]);
    expect(tasks[0]?.findings[0]?.evidence).toHaveLength(5);
  });

  it('takes the audit of the folder that was named last', async () => {
    await using old = await createTemporaryFolder();
    await using now = await createTemporaryFolder();
    await writeAudit(old.path, ['T/1', 'elsewhere', 'proof'], ['T/2', 'elsewhere', 'doubt']);
    await writeAudit(now.path, ['T/1', 'elsewhere', 'none']);
    const { tasks } = await readAudits([old.path, now.path]);
    expect(tasks.map(({ taskId, verdict }) => [taskId, verdict])).toEqual([
      ['T/2', 'suspect'],
      ['T/1', 'sound'],
    ]);
  });

  it('takes what ships with the package for public tasks that no folder has an audit of', async () => {
    await using folder = await createTemporaryFolder();
    const variables = { BIGCODEBENCH_OVERRIDE_PATH: recordedSlice.tasksFile };
    const [first, second, ...others] = (await loadTasks({ variables })).tasks;
    assert(first && second);
    await writeAudit(folder.path, [first.id, 'elsewhere', 'proof']);
    const mended = { ...second, test: `${second.test}# mended\n` };
    const { tasks } = await readAudits([folder.path], [first, mended, ...others]);
    const own = tasks.find(({ taskId }) => taskId === first.id);
    expect(own).toMatchObject({ verdict: 'broken', findings: [{ witness: 'elsewhere' }] });
    expect(tasks.map(({ taskId }) => taskId).sort()).toEqual([first, ...others].map(({ id }) => id).sort());
    const shipped = loadShippedAudit();
    for (const { id } of others) expect(tasks).toContainEqual(shipped?.tasks.get(id));
  });

  it('is empty without an audit, and says which one cannot be read', async () => {
    await using folder = await createTemporaryFolder();
    expect(await readAudits([folder.path, join(folder.path, 'nowhere')])).toEqual({ tasks: [], problems: [] });
    await writeFile(join(folder.path, 'audit.jsonl'), 'not an audit\n');
    expect(await readAudits([folder.path])).toEqual({
      tasks: [],
      problems: [expect.stringContaining('holds no audit')],
    });
  });
});

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Executor } from '../executor/executor.ts';
import { createLocalExecutor } from '../executor/local/create-local-executor.ts';
import { bareEnvironment } from '../executor/local/testing/bare-environment.ts';
import { noteJobs } from '../executor/local/testing/note-jobs.ts';
import { defaultLimits, type Job } from '../schema/execution.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { collect } from '../util/collect.ts';
import { openAuditLog } from './audit-log.ts';
import { auditTasks } from './audit-tasks.ts';
import { buildPlanted, type LocalOrder, showLocalOrder } from './testing/planted-tasks.ts';

let executor: Executor;
let folder: Awaited<ReturnType<typeof createTemporaryFolder>>;
beforeAll(async () => {
  folder = await createTemporaryFolder();
  executor = await createLocalExecutor({ environment: bareEnvironment(), parallel: 2 });
});
afterAll(async () => {
  await executor.close();
  await folder[Symbol.asyncDispose]();
});

async function readLocalOrder(): Promise<LocalOrder> {
  const script = { stdin: '', files: {}, fetch: [] };
  const job = { id: 'order', code: showLocalOrder, test: '', script, limits: defaultLimits, libs: [] };
  const [execution] = await collect(executor.execute([job]));
  return JSON.parse(execution?.stdout ?? '');
}

describe('auditTasks', () => {
  it('finds and names each planted fault, and nothing in clean tasks; a second time from its log', async () => {
    const planted = buildPlanted(await readLocalOrder());
    const tasks = planted.map(({ task }) => task);
    const path = join(folder.path, 'audit.jsonl');
    const audit = async () => {
      await using log = await openAuditLog(path);
      const found = await collect(auditTasks({ tasks, executor, log, mutants: 12 }));
      return new Map(found.map((each) => [each.taskId, each]));
    };
    const found = await audit();
    const { size } = await stat(path);
    for (const { task, finds } of planted) {
      const against = (found.get(task.id)?.findings ?? []).filter(
        ({ strength }) => strength === 'doubt' || strength === 'proof',
      );
      const names = against.map(({ witness, sentence }) => [witness, sentence]);
      if (!finds) expect([task.id, names]).toEqual([task.id, []]);
      else {
        const [witness, part] = finds;
        expect([task.id, names]).toEqual([task.id, expect.arrayContaining([[witness, expect.stringContaining(part)]])]);
      }
    }
    // One cause is named, not everything that happened to be different.
    const blamed = [...found.values()].flatMap(({ findings }) => findings.filter(({ kind }) => kind === 'chance'));
    expect(blamed.filter(({ sentence }) => sentence.includes(';'))).toMatchObject([{ taskId: 'Planted/date' }]);
    const again = await audit();
    expect(again).toEqual(found);
    expect((await stat(path)).size).toBe(size);
  }, 300_000);

  it('gives planted faults, which may loop for ever, tighter limits than other trials', async () => {
    const task = buildPlanted(await readLocalOrder())[0]?.task;
    const jobs: Job[] = [];
    await using log = await openAuditLog(join(folder.path, 'limits.jsonl'));
    const limits = { memoryMb: 1234 };
    const tasks = task ? [task] : [];
    await collect(auditTasks({ tasks, executor: noteJobs(executor, jobs), log, mutants: 12, limits }));
    // Those of a pack hold for all.
    expect(new Set(jobs.map((job) => job.limits.memoryMb))).toEqual(new Set([1234]));
    const cpuOf = (part: string) => jobs.filter(({ id }) => id.includes(part)).map(({ limits }) => limits.cpuMs);
    expect(cpuOf(' mutant-').length).toBeGreaterThan(0);
    expect(Math.max(...cpuOf(' mutant-'))).toBeLessThan(Math.min(...cpuOf(' reference')));
  }, 300_000);
});

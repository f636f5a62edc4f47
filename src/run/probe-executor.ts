import { readFile } from 'node:fs/promises';
import { buildGroundTruthProgram } from '../evaluate/jobs/program.ts';
import type { Executor } from '../executor/executor.ts';
import { completeLimits, type Execution, type Job } from '../schema/execution.ts';
import type { Task } from '../schema/task.ts';

const limits = completeLimits({ wallMs: 120_000, cpuMs: 60_000, memoryMb: 2048 });

/**
 * Tries an executor with an honest program, which must pass, and a hostile one, which must not: it has no answer and tries
 * to silence the tests. Where the executor judges by tests of its own, the honest one is a task's reference solution.
 */
export async function probeExecutor(
  executor: Executor,
  { task, signal }: { task?: Task | undefined; signal?: AbortSignal } = {},
) {
  const read = (name: string) => readFile(new URL(`../../python/jobs/probe_${name}.py`, import.meta.url), 'utf8');
  const [tests, honestProgram, hostileProgram] = await Promise.all(['tests', 'honest', 'hostile'].map(read));
  const test = task?.test ?? tests ?? '';
  const build = (id: string, code = ''): Job => ({ id, code, test, limits, libs: task?.libs ?? [] });
  const solution = task ? buildGroundTruthProgram(task) : honestProgram;
  const jobs = [build('honest', solution), build('hostile', hostileProgram)];
  const executions = new Map<string, Execution>();
  for await (const execution of executor.execute(jobs, { signal })) executions.set(execution.id, execution);
  const [honest, hostile] = jobs.map(({ id }) => executions.get(id));
  if (honest === undefined || hostile === undefined) throw new Error('The executor lost a job.');
  // What the hostile program got hold of, in words.
  const reached = /^reached:(.+)$/m.exec(hostile.stdout)?.[1]?.split(',') ?? [];
  const isHeld = hostile.outcome !== 'pass' && hostile.outcome !== 'engine-error' && reached.length === 0;
  const { info, capacity } = executor;
  return { info, capacity, honest, hostile, reached, isFit: honest.outcome === 'pass' && isHeld };
}

import pLimit from 'p-limit';
import { z } from 'zod';
import { buildProgram } from '../evaluate/jobs/program.ts';
import type { Executor } from '../executor/executor.ts';
import { placeTests } from '../report/explorer/failure-place.ts';
import type { Execution } from '../schema/execution.ts';
import { completeLimits } from '../schema/limits.ts';
import type { Task } from '../schema/task.ts';
import type { ExecDocument } from '../schema/view/sample-document.ts';

/** What the page may ask for: a solution of a task it shows, once or a few times. */
export const execBodySchema = z.strictObject({
  taskId: z.string().min(1),
  solution: z.string().max(1_000_000),
  times: z.number().int().min(1).max(20),
});

/** Opens a sandbox for programs that import these modules. */
export type OpenSandbox = (libs: readonly string[]) => Promise<Executor>;

/** Runs solutions for the page, one request at a time, in the same sandbox as every other program. */
export interface SandboxDoor extends AsyncDisposable {
  execute(request: SandboxRequest): Promise<ExecDocument>;
}

export interface SandboxRequest {
  readonly task: Task;
  /** Modules that this task and its neighbors import. */
  readonly libs: readonly string[];
  readonly solution: string;
  readonly times: number;
  readonly signal?: AbortSignal;
}

/** Somebody is waiting in front of a page. */
const limits = completeLimits({ cpuMs: 60_000, wallMs: 120_000 });

export function createSandboxDoor(openSandbox: OpenSandbox): SandboxDoor {
  const oneAtATime = pLimit(1);
  const opened = new Map<string, Promise<Executor>>();
  const open = (libs: readonly string[]): Promise<Executor> => {
    const key = [...libs].sort().join();
    const known = opened.get(key);
    if (known) return known;
    const opening = openSandbox(libs);
    opened.set(key, opening);
    // What failed to open is tried again: an environment may have been installed meanwhile.
    opening.catch(() => opened.delete(key));
    return opening;
  };
  return {
    execute: ({ task, libs, solution, times, signal }) =>
      oneAtATime(async () => {
        const executor = await open(libs);
        const code = buildProgram(task, solution, true);
        const jobs = Array.from({ length: times }, (_, at) => ({
          id: String(at),
          code,
          test: task.test,
          limits,
          libs: task.libs,
        }));
        const executions: Execution[] = [];
        for await (const execution of executor.execute(jobs, { signal })) executions.push(execution);
        return {
          executions: executions.map(({ outcome, reason, tests, wallMs, cpuMs, peakMb, stdout, stderr }) => ({
            outcome,
            reason,
            tests: placeTests(tests, code),
            wallMs,
            cpuMs,
            peakMb,
            stdout,
            stderr,
          })),
          isolation: executor.info.level,
          fingerprint: executor.info.fingerprint,
        };
      }),
    async [Symbol.asyncDispose]() {
      const executors = await Promise.allSettled(opened.values());
      await Promise.all(executors.map((result) => (result.status === 'fulfilled' ? result.value.close() : undefined)));
    },
  };
}

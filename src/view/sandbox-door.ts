import pLimit from 'p-limit';
import type { Executor } from '../executor/executor.ts';
import { placeTests } from '../report/explorer/sample-document.ts';
import { completeLimits, type Execution } from '../schema/execution.ts';
import { buildProgram, calibrationOf, type Task } from '../schema/task.ts';
import type { ExecDocument, ExecRequestDocument } from '../schema/view/sample-document.ts';

/** Opens a sandbox for programs that import these modules. */
export type OpenSandbox = (libs: readonly string[]) => Promise<Executor>;

export type SandboxDoor = ReturnType<typeof createSandboxDoor>;

interface SandboxRequest extends Pick<ExecRequestDocument, 'solution' | 'times'> {
  readonly task: Task;
  /** Modules that this task and its neighbors import. */
  readonly libs: readonly string[];
  readonly signal?: AbortSignal;
}

/** Somebody is waiting in front of a page. */
const limits = completeLimits({ cpuMs: 60_000, wallMs: 120_000 });

/** Runs solutions for the page, one request at a time, in the same sandbox as every other program. */
export function createSandboxDoor(openSandbox: OpenSandbox) {
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
    execute: ({ task, libs, solution, times, signal }: SandboxRequest): Promise<ExecDocument> =>
      oneAtATime(async () => {
        const executor = await open(libs);
        const code = buildProgram(task, solution, true);
        const job = { code, test: task.test, limits, libs: task.libs };
        const jobs = Array.from({ length: times }, (_, at) => ({ ...job, id: String(at) }));
        const executions: Execution[] = [];
        for await (const execution of executor.execute(jobs, { signal })) executions.push(execution);
        const placed = executions.map((each) => ({ ...each, tests: placeTests(each.tests, code) }));
        const { level: isolation, fingerprint } = executor.info;
        const calibrationLines = calibrationOf(task).split('\n').length - 1;
        return { executions: placed, program: code, calibrationLines, isolation, fingerprint };
      }),
    async [Symbol.asyncDispose]() {
      const executors = await Promise.allSettled(opened.values());
      await Promise.all(executors.map((result) => (result.status === 'fulfilled' ? result.value.close() : undefined)));
    },
  };
}

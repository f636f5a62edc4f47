import { executeBounded } from '../../executor/execute-bounded.ts';
import type { Executor } from '../../executor/executor.ts';
import { emptyExecution } from '../../schema/execution.ts';
import type { ExecutionDesk } from './execution-desk.ts';

export interface DeskExecutorOptions {
  readonly desk: ExecutionDesk;
  readonly executor: Executor;
  readonly owner: string;
}

/** The same executor behind the desk: bulk work of one owner, which yields to urgent jobs. */
export function createDeskExecutor({ desk, executor, owner }: DeskExecutorOptions): Executor {
  // What the desk works with is not ours to close.
  const close = async () => {};
  return {
    info: executor.info,
    capacity: executor.capacity,
    execute: (jobs, { signal } = {}) =>
      executeBounded({
        jobs,
        width: Math.max(64, 16 * executor.capacity),
        signal,
        run: async (job, jobSignal) => {
          const submission = await desk.submit(job, { owner, urgency: 'bulk', isAlone: true, signal: jobSignal });
          if (submission.kind === 'executed') return submission.execution;
          const reason = submission.kind === 'late' ? 'the server is shutting down' : 'the server is too busy';
          return { ...emptyExecution(), id: job.id, outcome: 'engine-error', status: 'fail', reason };
        },
      }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

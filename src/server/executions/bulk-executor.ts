import { executeBounded } from '../../executor/execute-bounded.ts';
import type { Executor } from '../../executor/executor.ts';
import type { Services } from '../services.ts';
import { toExecution } from '../submit-job.ts';

interface BulkExecutorOptions extends Pick<Services, 'queue' | 'executor'> {
  readonly owner: string;
}

/** The same executor through the queue: bulk work of one owner, which yields to urgent jobs. */
export function createBulkExecutor({ queue, executor, owner }: BulkExecutorOptions): Executor {
  // The executor belongs to the server.
  const close = async () => {};
  return {
    info: executor.info,
    capacity: executor.capacity,
    verify: executor.verify,
    execute: (jobs, { signal } = {}) =>
      executeBounded({
        jobs,
        width: Math.max(64, 16 * executor.capacity),
        signal,
        run: async (job, jobSignal) =>
          toExecution(
            job,
            await queue.submit(job, { owner, urgency: 'bulk', isAlone: true, isPatient: true, signal: jobSignal }),
          ),
      }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

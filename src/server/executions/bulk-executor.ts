import { createBoundedExecutor } from '../../executor/execute-bounded.ts';
import type { Executor } from '../../executor/executor.ts';
import type { Services } from '../services.ts';
import { toExecution } from '../submit-job.ts';

interface BulkExecutorOptions extends Pick<Services, 'queue' | 'executor'> {
  readonly owner: string;
}

/** The same executor through the queue: bulk work of one owner, which yields to urgent jobs. */
export function createBulkExecutor({ queue, executor, owner }: BulkExecutorOptions): Executor {
  const { info, capacity, verify } = executor;
  const bulk = { owner, urgency: 'bulk', isAlone: true, isPatient: true } as const;
  return createBoundedExecutor({
    info,
    capacity,
    verify,
    width: queue.width,
    run: async (job, signal) => toExecution(job, await queue.submit(job, { ...bulk, signal })),
  });
}

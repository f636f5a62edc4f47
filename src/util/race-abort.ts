import { addAbortListener } from 'node:events';
import { createDeferred } from './deferred.ts';

/** The result of some work, or the signal's reason as soon as it aborts; the work itself goes on. */
export async function raceAbort<Result>(work: Result | Promise<Result>, signal?: AbortSignal): Promise<Result> {
  const aborted = createDeferred<never>();
  if (signal?.aborted) aborted.reject(signal.reason);
  using _aborting = signal && addAbortListener(signal, () => aborted.reject(signal.reason));
  return await Promise.race([aborted.promise, work]);
}

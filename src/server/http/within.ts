import { abortWith } from '../../util/abort-with.ts';
import { raceAbort } from '../../util/race-abort.ts';
import { stillUnderWay } from './request-fault.ts';

/** How long a caller waits. */
export interface Waiting {
  /** Aborted when the caller is gone. */
  readonly signal?: AbortSignal | undefined;
  /** When the caller must have an answer, in milliseconds from now. */
  readonly deadlineMs?: number | undefined;
}

/** Or else a request that may take no time at all would get no further, however often it is sent again. */
const leastMs = 1000;

/** What work comes to while its caller waits; its signal aborts when the caller does no longer. */
export async function withinDeadline<Value>(
  { signal, deadlineMs }: Waiting,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const stop = new AbortController();
  using _gone = abortWith(stop, signal);
  const late = () => stop.abort(stillUnderWay());
  const timer = deadlineMs === undefined ? undefined : setTimeout(late, Math.max(leastMs, deadlineMs));
  try {
    return await raceAbort(work(stop.signal), stop.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** What the work comes to, or what `late` gives or throws if it takes longer than that. */
export async function within<Value, Late>(ms: number, work: Promise<Value>, late: () => Late): Promise<Value | Late> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  }).then(late);
  return Promise.race([work, tooLong]).finally(() => clearTimeout(timer));
}

/** How much is left, in milliseconds, of a time that begins now, or began then. */
export function createDeadline<Ms extends number | undefined>(ms: Ms, startedAt = performance.now()): () => Ms {
  return () => (ms === undefined ? ms : (Math.max(0, ms - (performance.now() - startedAt)) as Ms));
}

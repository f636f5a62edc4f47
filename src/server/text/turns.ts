import { FairQueue } from '../executions/fair-queue.ts';

const sliceMs = 4;

/**
 * Work of many requests on the event loop: a few milliseconds of it, then whatever else waits there, then more. Owners
 * take turns. Without this, ten thousand answers of one request are read one after the other while nothing else happens.
 */
export function createTurns() {
  const waiting = new FairQueue<() => void>();
  let isScheduled = false;
  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      const until = performance.now() + sliceMs;
      while (waiting.size > 0 && performance.now() < until) waiting.take()?.();
      if (waiting.size > 0) schedule();
    });
  };
  return <Result>(owner: string, work: () => Result): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.add(owner, () => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      });
      schedule();
    });
}

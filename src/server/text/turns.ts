import { FairQueue } from '../executions/fair-queue.ts';

const sliceMs = 4;

/**
 * Work of many requests on the event loop: a few milliseconds of it, then whatever else waits there, then more. Owners
 * take turns. Without this, ten thousand answers of one request are read one after the other while nothing else happens.
 */
export class Turns {
  readonly #waiting = new FairQueue<() => void>();
  #isScheduled = false;

  run<Result>(owner: string, work: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(owner, () => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const until = performance.now() + sliceMs;
      while (this.#waiting.size > 0 && performance.now() < until) this.#waiting.take()?.();
      if (this.#waiting.size > 0) this.#schedule();
    });
  }
}

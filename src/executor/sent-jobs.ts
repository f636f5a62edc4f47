import { addAbortListener } from 'node:events';
import { createDeferred, type Deferred } from '../util/deferred.ts';

interface SendOptions {
  readonly signal?: AbortSignal | undefined;
  readonly send: (id: number) => void;
  readonly cancel: (id: number) => void;
  /** Ends the other process, when a cancelled job is not ended within `graceMs`. */
  readonly kill: () => void;
  readonly graceMs: number;
}

/** Jobs that another process has in hand, by the number they were sent under. */
export class SentJobs<Result> {
  readonly #jobs = new Map<number, Deferred<Result>>();
  #nextId = 1;

  get size(): number {
    return this.#jobs.size;
  }

  /** Sends a job and waits for its result. Rejects with the signal's reason once nothing of the job is left. */
  async run({ signal, send, cancel, kill, graceMs }: SendOptions): Promise<Result> {
    signal?.throwIfAborted();
    const id = this.#nextId++;
    const job = createDeferred<Result>();
    this.#jobs.set(id, job);
    let timer: NodeJS.Timeout | undefined;
    using _aborting =
      signal &&
      addAbortListener(signal, () => {
        cancel(id);
        timer = setTimeout(kill, graceMs);
      });
    send(id);
    try {
      return await job.promise;
    } finally {
      clearTimeout(timer);
      signal?.throwIfAborted();
    }
  }

  resolve(id: number, result: Result): void {
    this.#jobs.get(id)?.resolve(result);
    this.#jobs.delete(id);
  }

  reject(id: number, reason: unknown): void {
    this.#jobs.get(id)?.reject(reason);
    this.#jobs.delete(id);
  }

  rejectAll(reason: unknown): void {
    for (const id of [...this.#jobs.keys()]) this.reject(id, reason);
  }
}

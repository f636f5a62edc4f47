import type { Execution } from '../../schema/execution.ts';
import type { TaskJob } from './evaluate-chunk.ts';

export interface BatcherOptions {
  readonly chunkSize: number;
  /** How many chunks may be under way at once. */
  readonly requests: number;
  /** How long a chunk that is not full waits for more. */
  readonly lingerMs: number;
  /** Gives one execution per job, in their order. Rejects only with the signal's reason. */
  readonly evaluate: (jobs: readonly TaskJob[], signal: AbortSignal) => Promise<readonly Execution[]>;
}

interface Entry extends TaskJob {
  readonly signal: AbortSignal;
  readonly resolve: (execution: Execution) => void;
  readonly reject: (reason: unknown) => void;
}

/** Gathers single jobs into chunks. A chunk is aborted once all its jobs are; otherwise it continues without the aborted ones. */
export class Batcher {
  readonly #options: BatcherOptions;
  readonly #waiting: Entry[] = [];
  #underWay = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: BatcherOptions) {
    this.#options = options;
  }

  run(taskJob: TaskJob, signal: AbortSignal): Promise<Execution> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const onAbort = () => {
        const index = this.#waiting.indexOf(entry);
        if (index < 0) return;
        this.#waiting.splice(index, 1);
        reject(signal.reason);
      };
      const settle = () => signal.removeEventListener('abort', onAbort);
      const entry: Entry = {
        ...taskJob,
        signal,
        resolve: (execution) => {
          settle();
          resolve(execution);
        },
        reject: (reason) => {
          settle();
          reject(reason);
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(entry);
      this.#dispatch();
    });
  }

  #dispatch(): void {
    const { chunkSize, requests, lingerMs } = this.#options;
    while (this.#underWay < requests && this.#waiting.length >= chunkSize) this.#send();
    if (this.#underWay >= requests || this.#waiting.length === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#underWay < requests && this.#waiting.length > 0) this.#send();
    }, lingerMs);
  }

  #send(): void {
    const chunk = this.#waiting.splice(0, this.#options.chunkSize);
    this.#underWay++;
    void this.#evaluate(chunk).finally(() => {
      this.#underWay--;
      this.#dispatch();
    });
  }

  async #evaluate(chunk: readonly Entry[]): Promise<void> {
    const stop = new AbortController();
    const onAbort = () => {
      const isWanted = chunk.some(({ signal }) => !signal.aborted);
      if (!isWanted) stop.abort(chunk[0]?.signal.reason);
      // Aborted jobs of a chunk that continues do not wait for the others.
      else for (const { signal, reject } of chunk) if (signal.aborted) reject(signal.reason);
    };
    for (const { signal } of chunk) signal.addEventListener('abort', onAbort, { once: true });
    try {
      const executions = await this.#options.evaluate(chunk, stop.signal);
      chunk.forEach(({ resolve, reject, signal }, index) => {
        const execution = executions[index];
        if (execution === undefined || signal.aborted) reject(signal.reason);
        else resolve(execution);
      });
    } catch (error) {
      for (const { reject, signal } of chunk) reject(signal.aborted ? signal.reason : error);
    } finally {
      for (const { signal } of chunk) signal.removeEventListener('abort', onAbort);
    }
  }
}

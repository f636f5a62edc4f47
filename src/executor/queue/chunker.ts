import type { Execution } from '../../schema/execution.ts';
import type { Job } from '../../schema/job.ts';

export interface ChunkerOptions {
  readonly jobsAtMost: number;
  readonly chunksAtOnce: number;
  /** One execution per job, in their order. Rejects only with the signal's reason. */
  readonly run: (jobs: readonly Job[], signal: AbortSignal) => Promise<readonly Execution[]>;
}

interface Entry {
  readonly job: Job;
  readonly signal: AbortSignal;
  readonly resolve: (execution: Execution) => void;
  readonly reject: (reason: unknown) => void;
}

const lingerMs = 5;
/** What a chunk should be worth: less is mostly postage, more is lost when a worker dies. */
const chunkMs = 1000;
/** A job of unknown length travels alone: others would have to wait for it. */
const unknownMs = chunkMs;

/** Gathers single jobs to chunks that are worth the way: long jobs travel alone, short ones together. */
export class Chunker {
  readonly #options: ChunkerOptions;
  readonly #waiting: Entry[] = [];
  #underWay = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ChunkerOptions) {
    this.#options = options;
  }

  run(job: Job, signal: AbortSignal): Promise<Execution> {
    let onAbort = () => {};
    const settled = new Promise<Execution>((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const entry = { job, signal, resolve, reject };
      onAbort = () => {
        const at = this.#waiting.indexOf(entry);
        if (at >= 0) this.#waiting.splice(at, 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(entry);
      this.#timer ??= setTimeout(() => this.#dispatch(), lingerMs);
    });
    return settled.finally(() => signal.removeEventListener('abort', onAbort));
  }

  #dispatch(): void {
    this.#timer = undefined;
    while (this.#waiting.length > 0 && this.#underWay < this.#options.chunksAtOnce) this.#send(this.#nextChunk());
  }

  #nextChunk(): Entry[] {
    const chunk: Entry[] = [];
    for (let worthMs = 0; this.#waiting.length > 0 && chunk.length < this.#options.jobsAtMost; ) {
      const cost = this.#waiting[0]?.job.costHintMs ?? unknownMs;
      if (chunk.length > 0 && worthMs + cost > chunkMs) break;
      worthMs += cost;
      chunk.push(...this.#waiting.splice(0, 1));
    }
    return chunk;
  }

  #send(chunk: readonly Entry[]): void {
    this.#underWay++;
    const stop = new AbortController();
    const onAbort = () => {
      if (chunk.every(({ signal }) => signal.aborted)) stop.abort(chunk[0]?.signal.reason);
    };
    for (const { signal } of chunk) signal.addEventListener('abort', onAbort, { once: true });
    this.#options
      .run(
        chunk.map(({ job }) => job),
        stop.signal,
      )
      .then(
        (executions) => {
          for (const [at, { job, resolve, reject }] of chunk.entries()) {
            const execution = executions[at];
            if (execution) resolve({ ...execution, id: job.id });
            else reject(new Error(`A worker left out ${job.id}.`));
          }
        },
        (reason: unknown) => {
          for (const { reject } of chunk) reject(reason);
        },
      )
      .finally(() => {
        this.#underWay--;
        for (const { signal } of chunk) signal.removeEventListener('abort', onAbort);
        this.#dispatch();
      });
  }
}

import { setMaxListeners } from 'node:events';
import type { Execution } from '../../schema/execution.ts';
import type { Job } from '../../schema/job.ts';

export interface ChunkerOptions {
  readonly jobsAtMost: number;
  readonly chunksAtOnce: number;
  /** Executions of the first jobs, at least one, in their order. Rejects only with the signal's reason. */
  readonly run: (jobs: readonly Job[], signal: AbortSignal) => Promise<readonly Execution[]>;
}

interface Entry {
  readonly job: Job;
  readonly signal: AbortSignal;
  readonly resolve: (execution: Execution) => void;
  readonly reject: (reason: unknown) => void;
  /** What it counts for in a chunk: all of it, if another job held it up before. */
  worthMs: number;
  /** Once it is under way: ends the chunk when nobody waits for any of it. */
  chunk?: { readonly entries: readonly Entry[]; readonly stop: AbortController } | undefined;
}

/** How long the first job of a chunk waits for others. */
const lingerMs = 5;
/** What a chunk should be worth: less is mostly postage, more is lost when a worker dies. */
const chunkMs = 1000;
/** A job of unknown length travels alone: others would have to wait for it. */
const unknownMs = chunkMs;

/** Gathers single jobs to chunks that are worth the way: long jobs travel alone, short ones together. */
export class Chunker {
  readonly #options: ChunkerOptions;
  readonly #waiting: Entry[] = [];
  /** May grow and shrink with the fleet. */
  chunksAtOnce: number;
  #underWay = 0;
  readonly #watched = new Map<AbortSignal, { readonly entries: Set<Entry>; readonly onAbort: () => void }>();
  #worthMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ChunkerOptions) {
    this.#options = options;
    this.chunksAtOnce = options.chunksAtOnce;
  }

  /** Whether it has as much work as it can send. More would only fill memory. */
  get isFull(): boolean {
    return this.#worthMs >= this.chunksAtOnce * chunkMs;
  }

  async run(job: Job, signal: AbortSignal): Promise<Execution> {
    signal.throwIfAborted();
    const worthMs = worthOf(job);
    this.#worthMs += worthMs;
    let entry: Entry | undefined;
    try {
      return await new Promise<Execution>((resolve, reject) => {
        entry = { job, signal, worthMs, resolve, reject };
        this.#watch(entry);
        this.#waiting.push(entry);
        this.#timer ??= setTimeout(() => this.#dispatch(), this.#options.jobsAtMost > 1 ? lingerMs : 0);
      });
    } finally {
      this.#worthMs -= worthMs;
      if (entry) this.#unwatch(entry);
    }
  }

  /** One listener for all jobs of a signal: thousands share one, and each listener more makes all others slower. */
  #watch(entry: Entry): void {
    const known = this.#watched.get(entry.signal);
    if (known) {
      known.entries.add(entry);
      return;
    }
    const entries = new Set([entry]);
    const onAbort = () => {
      for (const each of [...entries]) this.#abandon(each);
    };
    this.#watched.set(entry.signal, { entries, onAbort });
    entry.signal.addEventListener('abort', onAbort, { once: true });
  }

  #unwatch(entry: Entry): void {
    const known = this.#watched.get(entry.signal);
    known?.entries.delete(entry);
    if (!known || known.entries.size > 0) return;
    entry.signal.removeEventListener('abort', known.onAbort);
    this.#watched.delete(entry.signal);
  }

  #abandon(entry: Entry): void {
    const at = this.#waiting.indexOf(entry);
    if (at >= 0) this.#waiting.splice(at, 1);
    const { chunk, signal } = entry;
    if (chunk?.entries.every((other) => other.signal.aborted)) chunk.stop.abort(signal.reason);
    entry.reject(signal.reason);
  }

  #dispatch(): void {
    this.#timer = undefined;
    while (this.#waiting.length > 0 && this.#underWay < this.chunksAtOnce) this.#send(this.#nextChunk());
  }

  #nextChunk(): Entry[] {
    const chunk: Entry[] = [];
    // Few jobs are spread over all who could take them.
    const share = Math.ceil(this.#waiting.length / Math.max(1, this.chunksAtOnce - this.#underWay));
    const jobsAtMost = Math.min(share, this.#options.jobsAtMost);
    for (let worthMs = 0; this.#waiting.length > 0 && chunk.length < jobsAtMost; ) {
      const [entry] = this.#waiting;
      if (!entry || (chunk.length > 0 && worthMs + entry.worthMs > chunkMs)) break;
      worthMs += entry.worthMs;
      chunk.push(entry);
      this.#waiting.shift();
    }
    return chunk;
  }

  /** Before all that waits: they have waited once already. */
  #sendAgain(entries: readonly Entry[]): void {
    const wanted = entries.filter(({ signal }) => !signal.aborted);
    for (const entry of wanted) {
      entry.worthMs = chunkMs;
      entry.chunk = undefined;
    }
    this.#waiting.unshift(...wanted);
  }

  #send(chunk: readonly Entry[]): void {
    this.#underWay++;
    const stop = new AbortController();
    // A chunk that killed its worker is sent again job by job, and each of them listens.
    setMaxListeners(Number.POSITIVE_INFINITY, stop.signal);
    for (const entry of chunk) entry.chunk = { entries: chunk, stop };
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
            else if (executions.length === 0) reject(new Error(`A worker left out ${job.id}.`));
          }
          this.#sendAgain(executions.length === 0 ? [] : chunk.slice(executions.length));
        },
        (reason: unknown) => {
          for (const { reject } of chunk) reject(reason);
        },
      )
      .finally(() => {
        this.#underWay--;
        this.#dispatch();
      });
  }
}

/** A long job fills one chunk, however long it is. */
function worthOf({ costHintMs }: Job): number {
  return Math.min(costHintMs ?? unknownMs, chunkMs);
}

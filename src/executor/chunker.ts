import { setMaxListeners } from 'node:events';
import type { Execution, Job } from '../schema/execution.ts';
import { AbortableQueue, type QueueEntry } from '../util/abortable-queue.ts';

interface ChunkerOptions {
  readonly jobsAtMost: number;
  readonly chunksAtOnce: number;
  /** Fill every chunk up to `jobsAtMost`, however long its jobs take and however many chunks could be sent instead. */
  readonly fillsChunks?: boolean | undefined;
  /** How long the first job of a chunk waits for others. */
  readonly lingerMs?: number | undefined;
  /**
   * Executions of the first jobs, at least one, in their order; the others are sent again, each alone. Rejects only with
   * the signal's reason.
   */
  readonly run: (jobs: readonly Job[], signal: AbortSignal) => Promise<readonly Execution[]>;
}

interface Request {
  readonly job: Job;
  /** What it counts for in a chunk: all of it, if another job held it up before. */
  worthMs: number;
  /** Once it is under way: the chunk that it is in. */
  chunk?: { readonly entries: readonly Entry[]; readonly stop: AbortController } | undefined;
}

type Entry = QueueEntry<Request, Execution>;

const defaultLingerMs = 5;
/** How much work a chunk should hold: smaller chunks are mostly overhead, larger ones lose more when a worker dies. */
const chunkMs = 1000;
/** A job of unknown length travels alone: others would have to wait for it. */
const unknownMs = chunkMs;

/** Batches jobs into chunks of about a second: long jobs travel alone, short ones together. */
export class Chunker {
  readonly #options: ChunkerOptions;
  readonly #waiting = new AbortableQueue<Request, Execution>(abandon);
  /** May grow and shrink with the fleet. */
  chunksAtOnce: number;
  #underWay = 0;
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
    const { jobsAtMost, fillsChunks, lingerMs = defaultLingerMs } = this.#options;
    // A long job fills one chunk, however long it is.
    const worthMs = fillsChunks ? 0 : Math.min(job.costHintMs ?? unknownMs, chunkMs);
    this.#worthMs += worthMs;
    this.#timer ??= setTimeout(() => this.#dispatch(), jobsAtMost > 1 ? lingerMs : 0);
    try {
      return await this.#waiting.add({ job, worthMs }, signal);
    } finally {
      this.#worthMs -= worthMs;
    }
  }

  #dispatch(): void {
    this.#timer = undefined;
    while (this.#waiting.length > 0 && this.#underWay < this.chunksAtOnce) void this.#send(this.#nextChunk());
  }

  #nextChunk(): Entry[] {
    const { jobsAtMost, fillsChunks } = this.#options;
    const chunk: Entry[] = [];
    // Few jobs are spread over all who could take them.
    const free = fillsChunks ? 1 : Math.max(1, this.chunksAtOnce - this.#underWay);
    const most = Math.min(jobsAtMost, Math.ceil(this.#waiting.length / free));
    let worthMs = 0;
    for (const entry of this.#waiting) {
      worthMs += entry.worthMs;
      if (chunk.length === most || (chunk.length > 0 && worthMs > chunkMs)) break;
      chunk.push(entry);
    }
    for (const entry of chunk) this.#waiting.take(entry);
    return chunk;
  }

  async #send(entries: readonly Entry[]): Promise<void> {
    this.#underWay++;
    const stop = new AbortController();
    // A chunk that killed its worker is sent again job by job, and each of them listens.
    setMaxListeners(Number.POSITIVE_INFINITY, stop.signal);
    for (const entry of entries) entry.chunk = { entries, stop };
    try {
      const jobs = entries.map(({ job }) => job);
      const executions = await this.#options.run(jobs, stop.signal);
      if (executions.length === 0) throw new Error(`A worker left out ${jobs[0]?.id}.`);
      for (const [at, { job, signal, resolve, reject }] of entries.entries()) {
        const execution = executions[at];
        if (signal.aborted) reject(signal.reason);
        else if (execution) resolve({ ...execution, id: job.id });
      }
      const left = entries.slice(executions.length);
      for (const entry of left) {
        entry.worthMs = chunkMs;
        entry.chunk = undefined;
      }
      // Before all that waits: they have waited once already.
      this.#waiting.putBack(left);
    } catch (error) {
      for (const { signal, reject } of entries) reject(signal.aborted ? signal.reason : error);
    } finally {
      this.#underWay--;
      this.#dispatch();
    }
  }
}

/** A chunk is ended once all its jobs are aborted; while others wait for it, one that is does not. */
function abandon({ chunk, signal, reject }: Entry): void {
  if (chunk?.entries.every((other) => other.signal.aborted)) chunk.stop.abort(signal.reason);
  else reject(signal.reason);
}

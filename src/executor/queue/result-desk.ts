import type { Queue, QueueEvents } from 'bullmq';
import { type Chunk, type ChunkResult, chunkIdOf, chunkResultSchema } from './messages.ts';

/** What became of a chunk; `failed` is the store's or a worker's doing, never a program's. */
export type DeskResult = ChunkResult | { readonly kind: 'failed'; readonly reason: string };

interface Waiter {
  readonly chunk: Chunk;
  readonly priority: number;
  readonly resolve: (result: DeskResult) => void;
  /** How often the store had to be given it again. */
  losses: number;
}

export interface ResultDeskOptions {
  readonly queue: Queue<Chunk, ChunkResult>;
  readonly events: QueueEvents;
  /** Where workers look up what nobody waits for any more. */
  readonly cancelled: Queue<object, never>;
  readonly reconcileMs?: number | undefined;
}

const lossesAtMost = 10;

/**
 * Hands chunks in and results out. Events tell at once; every few seconds each open chunk is asked for
 * by its id, since events can be lost, and so can everything a store was given.
 */
export class ResultDesk {
  readonly #queue: Queue<Chunk, ChunkResult>;
  readonly #events: QueueEvents;
  readonly #cancelled: Queue<object, never>;
  readonly #open = new Map<string, Waiter[]>();
  readonly #timer: NodeJS.Timeout;
  #isReconciling = false;

  constructor({ queue, events, cancelled, reconcileMs = 10_000 }: ResultDeskOptions) {
    this.#queue = queue;
    this.#events = events;
    this.#cancelled = cancelled;
    events.on('completed', ({ jobId, returnvalue }) => void this.#complete(jobId, returnvalue));
    events.on('failed', ({ jobId }) => void this.#ask(jobId).catch(() => {}));
    this.#timer = setInterval(() => void this.reconcile(), reconcileMs);
    this.#timer.unref();
  }

  /** Resolves when a worker has answered, whatever happens to the store meanwhile; rejects with the signal's reason. */
  async run(chunk: Chunk, priority: number, signal: AbortSignal): Promise<DeskResult> {
    signal.throwIfAborted();
    const id = chunkIdOf(chunk);
    let onAbort = () => {};
    const answered = new Promise<DeskResult>((resolve, reject) => {
      const waiter: Waiter = { chunk, priority, resolve, losses: 0 };
      this.#open.set(id, [...(this.#open.get(id) ?? []), waiter]);
      onAbort = () => {
        this.#leave(id, waiter);
        reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      // What cannot be handed in now is missing at the next look, and handed in then.
      this.#add(id, waiter).catch(() => {});
    });
    return answered.finally(() => signal.removeEventListener('abort', onAbort));
  }

  /** Asks the store for every chunk that is still open. */
  async reconcile(): Promise<void> {
    if (this.#isReconciling) return;
    this.#isReconciling = true;
    try {
      for (const id of [...this.#open.keys()]) await this.#ask(id);
    } catch {
      // The store does not answer: the next look will tell.
    } finally {
      this.#isReconciling = false;
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.allSettled([this.#events.close(), this.#queue.close(), this.#cancelled.close()]);
  }

  async #ask(id: string): Promise<void> {
    const waiting = this.#open.get(id)?.[0];
    if (!waiting) return;
    const job = await this.#queue.getJob(id);
    const state = job ? await job.getState() : 'unknown';
    if (job && state === 'completed') return this.#complete(id, job.returnvalue);
    if (job && state === 'failed') {
      const reason = job.failedReason || 'no reason was given';
      await job.remove().catch(() => {});
      return this.#settle(id, { kind: 'failed', reason });
    }
    if (state !== 'unknown') return;
    if (++waiting.losses > lossesAtMost) {
      return this.#settle(id, { kind: 'failed', reason: `the store lost it ${lossesAtMost} times` });
    }
    await this.#add(id, waiting);
  }

  async #complete(id: string, value: unknown): Promise<void> {
    if (!this.#open.has(id)) return;
    const raw: unknown = typeof value === 'string' ? JSON.parse(value) : value;
    const parsed = chunkResultSchema.safeParse(raw);
    // The first answer wins; once it is taken, the same jobs may be asked for again.
    this.#settle(id, parsed.success ? parsed.data : { kind: 'failed', reason: 'a worker of another version answered' });
    await this.#queue.remove(id).catch(() => {});
  }

  #settle(id: string, result: DeskResult): void {
    const waiters = this.#open.get(id) ?? [];
    this.#open.delete(id);
    for (const { resolve } of waiters) resolve(result);
  }

  #leave(id: string, waiter: Waiter): void {
    const left = (this.#open.get(id) ?? []).filter((other) => other !== waiter);
    if (left.length > 0) this.#open.set(id, left);
    else {
      this.#open.delete(id);
      void this.#withdraw(id).catch(() => {});
    }
  }

  /** Takes a chunk back; from a worker's hands by a note that it will find. */
  async #withdraw(id: string): Promise<void> {
    const isGone = (await this.#queue.remove(id)) === 1;
    if (!isGone) await this.#cancelled.add('cancelled', {}, { jobId: id, attempts: 1 });
  }

  async #add(id: string, { chunk, priority }: Waiter): Promise<void> {
    await this.#queue.add('chunk', chunk, { jobId: id, priority });
  }
}

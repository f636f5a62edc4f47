import { addAbortListener } from 'node:events';
import type { Queue, QueueEvents } from 'bullmq';
import { Backlog } from '../../util/backlog.ts';
import { chunksOf } from '../../util/chunks.ts';
import { createDeferred } from '../../util/deferred.ts';
import { parseJson } from '../../util/parse-json.ts';
import { type Chunk, type ChunkResult, chunkIdOf, chunkResultSchema } from './messages.ts';
import { type ConnectionWatch, closeWithin } from './store.ts';

/** What became of a chunk; `failed` is the store's or a worker's fault, never a program's. */
type ChunkOutcome = ChunkResult | { readonly kind: 'failed'; readonly reason: string };

type Waiter = Readonly<{ chunk: Chunk; priority: number; resolve: (result: ChunkOutcome) => void }>;

interface OpenChunk {
  readonly waiters: Set<Waiter>;
  /** Whether the store has confirmed that it has it. */
  isStored: boolean;
  losses: number;
  failures: number;
}

interface ChunkClientOptions {
  readonly queue: Queue<Chunk, ChunkResult>;
  readonly events: QueueEvents;
  /** Where workers look up chunks that were cancelled. */
  readonly cancelled: Queue<object, never>;
  readonly reconcileMs?: number | undefined;
  /** Told when the store refuses chunks, which are then submitted again at the next look, and when it takes them. */
  readonly watch?: Pick<ConnectionWatch, 'refused' | 'found'> | undefined;
}

const lossesAtMost = 10;
const failuresAtMost = 3;
const askedAtOnce = 200;
const addedAtOnce = 100;

/**
 * Submits chunks to a queue and waits for their results. Events bring results at once. After every reconnection and every
 * few seconds the store is asked for each open chunk by its id, since events can be lost, and so can chunks.
 */
export class ChunkClient {
  readonly #options: ChunkClientOptions;
  readonly #open = new Map<string, OpenChunk>();
  readonly #timer: NodeJS.Timeout;
  readonly #cancellations = new Backlog();
  readonly #sending = new Backlog();
  readonly #outbox: string[] = [];
  #isReconciling = false;

  constructor(options: ChunkClientOptions) {
    this.#options = options;
    const { queue, events, reconcileMs = 10_000 } = options;
    events.on('completed', ({ jobId, returnvalue }) => void this.#complete(jobId, returnvalue));
    events.on('failed', ({ jobId }) => void this.#ask(jobId).catch(() => {}));
    queue.getBackend().on('ready', () => void this.reconcile());
    this.#timer = setInterval(() => void this.reconcile(), reconcileMs);
    this.#timer.unref();
  }

  /** Resolves when a worker has answered, whatever happens to the store meanwhile; rejects with the signal's reason. */
  async run(chunk: Chunk, priority: number, signal: AbortSignal): Promise<ChunkOutcome> {
    signal.throwIfAborted();
    const id = chunkIdOf(chunk);
    const { promise, resolve, reject } = createDeferred<ChunkOutcome>();
    const waiter: Waiter = { chunk, priority, resolve };
    // At once, so that `close` knows of it.
    using _aborting = addAbortListener(signal, () => {
      this.#leave(id, waiter);
      reject(signal.reason);
    });
    const open = this.#open.get(id) ?? { waiters: new Set(), isStored: false, losses: 0, failures: 0 };
    open.waiters.add(waiter);
    this.#open.set(id, open);
    // Also if it was open: it may be about to be removed from the store.
    this.#submit(id);
    return await promise;
  }

  /** Asks the store for every chunk that is still open. */
  async reconcile(): Promise<void> {
    if (this.#isReconciling) return;
    this.#isReconciling = true;
    try {
      for (const ids of chunksOf([...this.#open.keys()], askedAtOnce)) {
        await Promise.all(ids.map((id) => this.#ask(id)));
      }
    } catch {
      // The store does not answer: the next look will tell.
    } finally {
      this.#isReconciling = false;
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    const { events, queue, cancelled } = this.#options;
    // Or else a worker would go on with cancelled chunks.
    await closeWithin([{ close: () => this.#cancellations.settle() }]);
    await closeWithin([events, queue, cancelled]);
  }

  /** Sends together what is submitted in one turn. */
  #submit(id: string): void {
    this.#outbox.push(id);
    if (this.#outbox.length > 1) return;
    setImmediate(() => void this.#sending.add(this.#sendOutbox()));
  }

  async #sendOutbox(): Promise<void> {
    for (const ids of chunksOf(this.#outbox.splice(0), addedAtOnce)) {
      const entries = ids.flatMap((id) => {
        const open = this.#open.get(id);
        const [waiter] = open?.waiters ?? [];
        if (!open || !waiter) return [];
        return [{ name: 'chunk', data: waiter.chunk, opts: { jobId: id, priority: waiter.priority }, open }];
      });
      try {
        await this.#options.queue.addBulk(entries.map(({ open: _, ...entry }) => entry));
        for (const { open } of entries) open.isStored = true;
        this.#options.watch?.found();
      } catch (error) {
        // What the store does not take now is missing at the next look, and submitted again then.
        if (error instanceof Error) this.#options.watch?.refused(error);
      }
    }
  }

  async #ask(id: string): Promise<void> {
    const { queue } = this.#options;
    const state = await queue.getJobState(id);
    const open = this.#open.get(id);
    if (!open) return;
    if (state === 'completed') return this.#complete(id, (await queue.getJob(id))?.returnvalue);
    if (state === 'failed') return this.#tryAgain(id, open);
    if (state !== 'unknown') return;
    // Only what the store once had can be lost.
    if (open.isStored && ++open.losses > lossesAtMost) {
      return this.#settle(id, { kind: 'failed', reason: `the store lost it ${lossesAtMost} times` });
    }
    open.isStored = false;
    this.#submit(id);
  }

  async #tryAgain(id: string, open: OpenChunk): Promise<void> {
    const { queue } = this.#options;
    const reason = (await queue.getJob(id))?.failedReason || 'no reason was given';
    await queue.remove(id);
    if (this.#open.get(id) !== open) return;
    if (++open.failures > failuresAtMost) return this.#settle(id, { kind: 'failed', reason });
    this.#submit(id);
  }

  async #complete(id: string, value: unknown): Promise<void> {
    if (value === undefined || value === null || !this.#open.has(id)) return;
    const parsed = chunkResultSchema.safeParse(typeof value === 'string' ? parseJson(value) : value);
    // The first answer wins; once it is taken, the same jobs may be asked for again.
    this.#settle(id, parsed.success ? parsed.data : { kind: 'failed', reason: 'a worker of another version answered' });
    await this.#options.queue.remove(id).catch(() => {});
  }

  #settle(id: string, result: ChunkOutcome): void {
    const open = this.#open.get(id);
    this.#open.delete(id);
    for (const { resolve } of open?.waiters ?? []) resolve(result);
  }

  #leave(id: string, waiter: Waiter): void {
    const open = this.#open.get(id);
    open?.waiters.delete(waiter);
    if (!open || open.waiters.size > 0) return;
    this.#open.delete(id);
    void this.#cancellations.add(this.#cancel(id).catch(() => {}));
  }

  /** Removes a chunk from the store, or leaves a note for the worker that already has it. */
  async #cancel(id: string): Promise<void> {
    const { queue, cancelled } = this.#options;
    // What is on its way to the store would arrive there after it was removed.
    await this.#sending.settle();
    // Nor is one removed that is asked for again meanwhile.
    if (this.#open.has(id) || (await queue.remove(id)) === 1) return;
    // An old note about the same jobs would keep this one out.
    await cancelled.remove(id);
    await cancelled.add('cancelled', {}, { jobId: id, attempts: 1 });
  }
}

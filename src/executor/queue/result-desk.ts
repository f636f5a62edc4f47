import type { Queue, QueueEvents } from 'bullmq';
import { Backlog } from '../../util/backlog.ts';
import { chunksOf } from '../../util/chunks.ts';
import { closeWithin } from './close-within.ts';
import type { ConnectionWatch } from './connection-watch.ts';
import { type Chunk, type ChunkResult, chunkIdOf, chunkResultSchema } from './messages.ts';

/** What became of a chunk; `failed` is the store's or a worker's doing, never a program's. */
export type DeskResult = ChunkResult | { readonly kind: 'failed'; readonly reason: string };

interface Waiter {
  readonly chunk: Chunk;
  readonly priority: number;
  readonly resolve: (result: DeskResult) => void;
}

/** A chunk that somebody waits for, by whatever number of callers. */
interface OpenChunk {
  readonly waiters: Set<Waiter>;
  /** Whether the store has confirmed that it has it. */
  isHandedIn: boolean;
  losses: number;
  failures: number;
}

export interface ResultDeskOptions {
  readonly queue: Queue<Chunk, ChunkResult>;
  readonly events: QueueEvents;
  /** Where workers look up what nobody waits for any more. */
  readonly cancelled: Queue<object, never>;
  readonly reconcileMs?: number | undefined;
  /** Told when the store refuses chunks, which are then offered again at the next look, and when it takes them. */
  readonly watch?: Pick<ConnectionWatch, 'refused' | 'found'> | undefined;
}

const lossesAtMost = 10;
const failuresAtMost = 3;
const askedAtOnce = 200;
const addedAtOnce = 100;

/**
 * Hands chunks in and results out. Events tell at once. After every reconnection and every few seconds the store is
 * asked for each open chunk by its id, since events can be lost, and so can everything a store was given.
 */
export class ResultDesk {
  readonly #options: ResultDeskOptions;
  readonly #open = new Map<string, OpenChunk>();
  readonly #timer: NodeJS.Timeout;
  /** What is being taken back right now. */
  readonly #withdrawals = new Backlog();
  #outbox: string[] = [];
  #isReconciling = false;

  constructor(options: ResultDeskOptions) {
    this.#options = options;
    const { queue, events, reconcileMs = 10_000 } = options;
    events.on('completed', ({ jobId, returnvalue }) => void this.#complete(jobId, returnvalue));
    events.on('failed', ({ jobId }) => void this.#ask(jobId).catch(() => {}));
    queue.getBackend().on('ready', () => void this.reconcile());
    this.#timer = setInterval(() => void this.reconcile(), reconcileMs);
    this.#timer.unref();
  }

  /** Resolves when a worker has answered, whatever happens to the store meanwhile; rejects with the signal's reason. */
  async run(chunk: Chunk, priority: number, signal: AbortSignal): Promise<DeskResult> {
    signal.throwIfAborted();
    const id = chunkIdOf(chunk);
    let onAbort = () => {};
    const answered = new Promise<DeskResult>((resolve, reject) => {
      const waiter: Waiter = { chunk, priority, resolve };
      this.#enter(id, waiter);
      onAbort = () => {
        this.#leave(id, waiter);
        reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
    });
    return answered.finally(() => signal.removeEventListener('abort', onAbort));
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
    // Or else a worker would go on with what nobody waits for.
    await closeWithin([{ close: () => this.#withdrawals.settle() }]);
    await closeWithin([events, queue, cancelled]);
  }

  #enter(id: string, waiter: Waiter): void {
    const open = this.#open.get(id);
    if (open) open.waiters.add(waiter);
    else this.#open.set(id, { waiters: new Set([waiter]), isHandedIn: false, losses: 0, failures: 0 });
    // Offered even if it is open: somebody may be about to take it out of the store.
    this.#offer(id);
  }

  /** Hands in together what is offered in one turn. */
  #offer(id: string): void {
    this.#outbox.push(id);
    if (this.#outbox.length === 1) setImmediate(() => void this.#handIn());
  }

  async #handIn(): Promise<void> {
    const ids = this.#outbox;
    this.#outbox = [];
    for (const some of chunksOf(ids, addedAtOnce)) {
      const entries = some.flatMap((id) => {
        const open = this.#open.get(id);
        const [waiter] = open?.waiters ?? [];
        return open && waiter ? [{ id, open, waiter }] : [];
      });
      try {
        await this.#options.queue.addBulk(
          entries.map(({ id, waiter }) => ({
            name: 'chunk',
            data: waiter.chunk,
            opts: { jobId: id, priority: waiter.priority },
          })),
        );
        for (const { open } of entries) open.isHandedIn = true;
        this.#options.watch?.found();
      } catch (error) {
        // What the store does not take now is missing at the next look, and handed in then.
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
    if (open.isHandedIn && ++open.losses > lossesAtMost) {
      return this.#settle(id, { kind: 'failed', reason: `the store lost it ${lossesAtMost} times` });
    }
    open.isHandedIn = false;
    this.#offer(id);
  }

  async #tryAgain(id: string, open: OpenChunk): Promise<void> {
    const { queue } = this.#options;
    const reason = (await queue.getJob(id))?.failedReason || 'no reason was given';
    await queue.remove(id);
    if (this.#open.get(id) !== open) return;
    if (++open.failures > failuresAtMost) return this.#settle(id, { kind: 'failed', reason });
    this.#offer(id);
  }

  async #complete(id: string, value: unknown): Promise<void> {
    if (value === undefined || value === null || !this.#open.has(id)) return;
    const raw: unknown = typeof value === 'string' ? JSON.parse(value) : value;
    const parsed = chunkResultSchema.safeParse(raw);
    // The first answer wins; once it is taken, the same jobs may be asked for again.
    this.#settle(id, parsed.success ? parsed.data : { kind: 'failed', reason: 'a worker of another version answered' });
    await this.#options.queue.remove(id).catch(() => {});
  }

  #settle(id: string, result: DeskResult): void {
    const open = this.#open.get(id);
    this.#open.delete(id);
    for (const { resolve } of open?.waiters ?? []) resolve(result);
  }

  #leave(id: string, waiter: Waiter): void {
    const open = this.#open.get(id);
    open?.waiters.delete(waiter);
    if (!open || open.waiters.size > 0) return;
    this.#open.delete(id);
    void this.#withdrawals.add(this.#withdraw(id).catch(() => {}));
  }

  /** Takes a chunk back; from a worker's hands by a note that it will find. */
  async #withdraw(id: string): Promise<void> {
    const { queue, cancelled } = this.#options;
    const isGone = (await queue.remove(id)) === 1;
    if (!isGone) await cancelled.add('cancelled', {}, { jobId: id, attempts: 1 });
  }
}

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { hostname } from 'node:os';
import type { Queue, Worker } from 'bullmq';
import type { Executor } from '../executor.ts';
import { requireStore } from './check-store.ts';
import { ChunkRunner } from './chunk-runner.ts';
import {
  aloneNameOf,
  type Chunk,
  type ChunkResult,
  cancelledNameOf,
  queueNameOf,
  type WorkerFacts,
} from './messages.ts';
import { Registry } from './registry.ts';
import { closeWithin, openStore, type Store, watchConnection } from './store.ts';

export interface RunWorkerOptions {
  readonly store: Store;
  readonly executor: Executor;
  /** Of this package. */
  readonly version: string;
  /** Told once jobs are taken. */
  readonly onReady?: ((ready: { readonly queue: string; readonly slots: number }) => void) | undefined;
  readonly onNotice?: ((sentence: string) => void) | undefined;
  /** Ends the worker: what it has begun is finished first, within `drainMs`. */
  readonly signal: AbortSignal;
  readonly drainMs?: number | undefined;
  /** How long it may be silent before its jobs go to others. */
  readonly lockMs?: number | undefined;
}

const cancelLookMs = 1000;
/** What the store gets to take the last answers. */
const lastWordsMs = 5000;
const noteAgeMs = 60_000;
/** How long a worker waits for the next job that must run alone before it returns to its ordinary work. */
const aloneLingerMs = 200;

/** Takes jobs of its environment's queue and runs them here, until the signal aborts and the last one is finished. */
export async function runWorker(options: RunWorkerOptions): Promise<void> {
  const { store, executor, signal, version, onReady, onNotice = () => {}, drainMs = 30_000, lockMs = 30_000 } = options;
  const { fingerprint, engine = 'unversioned', level, python } = executor.info;
  const name = queueNameOf({ fingerprint, engine });
  const slots = executor.capacity;
  const id = `w${randomBytes(8).toString('hex')}`;
  const startedAt = Date.now();
  const ending = new AbortController();
  const runner = new ChunkRunner(executor, ending.signal);
  const facts = (): WorkerFacts => ({
    ...{ id, host: hostname(), pid: process.pid, version, slots, fingerprint, engine, level, python },
    ...{ startedAt, seenAt: Date.now(), ...runner.counts },
  });

  await requireStore(store);
  const opener = await openStore(store);
  const cancelledQueue = opener.queue<object, never>(cancelledNameOf(name));
  const registry = new Registry(opener);
  const worker = opener.worker<Chunk, ChunkResult>(
    name,
    (taken, _token, cancelled) => runner.run(taken, { isAlone: false, cancelled }),
    { concurrency: slots, lockDuration: lockMs },
  );
  let resuming: NodeJS.Timeout | undefined;
  const careful = opener.worker<Chunk, ChunkResult>(
    aloneNameOf(name),
    async (taken, _token, cancelled) => {
      clearTimeout(resuming);
      try {
        // Nothing else is in hand then that could suffer.
        await worker.pause();
        return await runner.run(taken, { isAlone: true, cancelled });
      } finally {
        resuming = setTimeout(() => void worker.resume(), aloneLingerMs);
      }
    },
    { concurrency: 1, lockDuration: lockMs },
  );
  const workers = [worker, careful];
  const look = () => void dropCancelled(runner.inHand, cancelledQueue, workers).catch(() => {});
  using _looking = setInterval(look, cancelLookMs);
  const watch = watchConnection(store, onNotice);
  worker.getBackend().on('error', watch.lost);
  worker.getBackend().on('ready', watch.found);
  for (const each of workers) {
    each.on('error', watch.refused);
    each.on('lockRenewalFailed', (ids) => {
      for (const lost of ids) each.cancelJob(lost, 'its lock was lost');
    });
  }
  try {
    await Promise.all(workers.map((each) => each.waitUntilReady()));
    await registry.join(facts);
    tellOfOthers(await registry.list(), name, onNotice);
    const running = Promise.all(workers.map((each) => each.run()));
    onReady?.({ queue: name, slots });
    if (!signal.aborted) await once(signal, 'abort');
    await closeWithin([{ close: () => registry.leave(id) }]);
    using _draining = setTimeout(() => ending.abort(new Error('The worker was told to end.')), drainMs);
    clearTimeout(resuming);
    running.catch(() => {});
    await closeWithin(workers, drainMs + lastWordsMs);
  } finally {
    clearTimeout(resuming);
    const forced = workers.map((each) => ({ close: () => each.close(true) }));
    await closeWithin([{ close: () => registry.leave(id) }, ...forced]);
    await closeWithin([registry, cancelledQueue]);
  }
}

/** Says why this worker may stay idle while others have work. */
function tellOfOthers(workers: readonly WorkerFacts[], name: string, onNotice: (sentence: string) => void): void {
  const [other, ...more] = workers.filter((worker) => queueNameOf(worker) !== name);
  if (!other) return;
  onNotice(
    `${more.length + 1} of ${workers.length} workers here have other libraries or another version (${other.host} takes jobs of ` +
      `${queueNameOf(other)}, this one of ${name}): each takes jobs of its own kind only.`,
  );
}

/** Ends jobs that no one waits for any more. */
async function dropCancelled(inHand: ChunkRunner['inHand'], notes: Queue<object, never>, workers: readonly Worker[]) {
  if (inHand.size === 0 || (await notes.getWaitingCount()) === 0) return;
  for (const [id, handedInAt] of inHand) {
    const note = await notes.getJob(id);
    // An older note meant an earlier one of the same content.
    if (!note || note.timestamp < handedInAt) continue;
    for (const worker of workers) worker.cancelJob(id, 'it was cancelled');
    await notes.remove(id);
  }
  await notes.clean(noteAgeMs, 1000, 'wait');
}

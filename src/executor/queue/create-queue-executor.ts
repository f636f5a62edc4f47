import { type Execution, emptyExecution, upstreamStatusOf } from '../../schema/execution.ts';
import type { Job } from '../../schema/job.ts';
import { executeBounded } from '../execute-bounded.ts';
import type { Executor } from '../executor.ts';
import { Chunker } from './chunker.ts';
import { closeWithin } from './close-within.ts';
import { watchConnection } from './connection-watch.ts';
import { type FindWorkersOptions, findWorkers, slotsOf } from './find-workers.ts';
import {
  aloneNameOf,
  type Chunk,
  type ChunkResult,
  cancelledNameOf,
  chunkIdOf,
  queueNameOf,
  type RegistryEntry,
  registryName,
} from './messages.ts';
import { Registry } from './registry.ts';
import { requireStore } from './require-store.ts';
import { ResultDesk } from './result-desk.ts';
import { openStore } from './store.ts';

export interface QueueExecutorOptions extends FindWorkersOptions {
  /** Jobs one by one and before all others: for callers that wait for each answer. */
  readonly isInteractive?: boolean | undefined;
  readonly reconcileMs?: number | undefined;
}

const priorities = { interactive: 1, bulk: 10 };
/** Chunks in flight per slot of the fleet: enough to keep it busy, few enough for the store to stay small. */
const chunksPerSlot = 4;
const jobsPerChunkAtMost = 64;
const countWorkersMs = 10_000;

/** Runs jobs on whatever workers listen to a store. The store may fail or forget: nothing is lost or counted twice. */
export async function createQueueExecutor(options: QueueExecutorOptions): Promise<Executor> {
  const { store, isInteractive = false, reconcileMs, onNotice = () => {} } = options;
  await requireStore(store);
  const opener = await openStore(store);
  const registryQueue = opener.queue<RegistryEntry, never>(registryName);
  const registry = new Registry(registryQueue);
  const closeRegistry = () => closeWithin([registryQueue]);
  const workers = await findWorkers(registry, options).catch(async (error: unknown) => {
    await closeRegistry();
    throw error;
  });
  const [first] = workers;
  if (!first) throw new Error('No worker was found, and nobody said so.');
  const name = queueNameOf(first);
  const watch = watchConnection(store, onNotice);
  const openDesk = async (of: string) => {
    const queue = opener.queue<Chunk, ChunkResult>(of);
    const events = opener.events(of);
    await events.waitUntilReady();
    const cancelled = opener.queue<object, never>(cancelledNameOf(name));
    return { queue, desk: new ResultDesk({ queue, events, cancelled, reconcileMs, watch }) };
  };
  const [{ queue, desk }, { desk: careful }] = await Promise.all([openDesk(name), openDesk(aloneNameOf(name))]);
  queue.getBackend().on('error', watch.lost);
  queue.getBackend().on('ready', watch.found);

  let slots = slotsOf(workers);
  const count = async () => {
    const alive = (await registry.list()).filter((worker) => queueNameOf(worker) === name);
    // A fleet that is gone for a moment keeps its place: somebody may come.
    slots = slotsOf(alive) || slots;
    chunker.chunksAtOnce = chunksPerSlot * slots;
  };
  const counting = setInterval(() => void count().catch(() => {}), countWorkersMs);
  counting.unref();
  const closed = new AbortController();
  const priority = isInteractive ? priorities.interactive : priorities.bulk;
  /** What killed workers until it was given up, by the chunk's id: it is not let loose again. */
  const poisonous = new Map<string, string>();

  const runSuspect = async (job: Job, deaths: number, signal: AbortSignal): Promise<Execution> => {
    const chunk: Chunk = { protocol: 1, jobs: [job], deaths };
    const result = await careful.run(chunk, priority, signal);
    if (result.kind === 'done') return result.executions[0] ?? engineError(job, 'a worker left it out');
    if (result.kind === 'failed') return engineError(job, result.reason);
    const reason = `${result.deaths} workers died over it`;
    poisonous.set(chunkIdOf(chunk), reason);
    return engineError(job, reason);
  };
  const runChunk = async (jobs: readonly Job[], signal: AbortSignal, deaths = 0): Promise<readonly Execution[]> => {
    const chunk: Chunk = { protocol: 1, jobs: [...jobs], deaths };
    const known = poisonous.size > 0 ? poisonous.get(chunkIdOf(chunk)) : undefined;
    if (known) return jobs.map((job) => engineError(job, known));
    const result = await desk.run(chunk, priority, signal);
    if (result.kind === 'done') return result.executions;
    const [job, ...others] = jobs;
    const deathsNow = result.kind === 'died' ? result.deaths : deaths;
    // One of them may be at fault: on its own, each is judged by what it does itself.
    if (others.length > 0) {
      return (await Promise.all(jobs.map((each) => runChunk([each], signal, deathsNow)))).flat();
    }
    if (!job) return [];
    return [result.kind === 'failed' ? engineError(job, result.reason) : await runSuspect(job, deathsNow, signal)];
  };
  const chunker = new Chunker({
    jobsAtMost: isInteractive ? 1 : jobsPerChunkAtMost,
    chunksAtOnce: chunksPerSlot * slots,
    run: runChunk,
  });
  const close = async () => {
    clearInterval(counting);
    closed.abort(new DOMException('The executor was closed.', 'AbortError'));
    await Promise.all([desk.close(), careful.close(), closeRegistry()]);
  };
  return {
    info: {
      name: 'queue',
      level: first.level,
      fingerprint: first.fingerprint,
      engine: first.engine,
      python: first.python,
      address: store.shown,
    },
    get capacity() {
      return slots;
    },
    execute: (jobs, { signal } = {}) =>
      executeBounded({
        jobs,
        width: () => (chunker.isFull ? 0 : chunksPerSlot * slots * jobsPerChunkAtMost),
        signal: signal ? AbortSignal.any([signal, closed.signal]) : closed.signal,
        run: (job, jobSignal) => chunker.run(job, jobSignal),
      }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function engineError(job: Job, reason: string): Execution {
  const outcome = 'engine-error';
  return { ...emptyExecution(), id: job.id, outcome, status: upstreamStatusOf[outcome], reason };
}

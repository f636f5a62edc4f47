import { randomUUID } from 'node:crypto';
import { type Execution, engineError, type Job } from '../../schema/execution.ts';
import { Chunker } from '../chunker.ts';
import { createBoundedExecutor } from '../execute-bounded.ts';
import type { Executor } from '../executor.ts';
import { requireStore } from './check-store.ts';
import { ChunkClient } from './chunk-client.ts';
import { aloneNameOf, type Chunk, type ChunkResult, cancelledNameOf, chunkIdOf, queueNameOf } from './messages.ts';
import { type FindWorkersOptions, findWorkers, Registry, slotsOf } from './registry.ts';
import { openStore, watchConnection } from './store.ts';

interface QueueExecutorOptions extends FindWorkersOptions {
  /** Jobs one by one and before all others: for callers that wait for each answer. */
  readonly isInteractive?: boolean | undefined;
  readonly reconcileMs?: number | undefined;
}

const priorities = { interactive: 1, bulk: 10 };
/** Chunks in flight per slot of the fleet: enough to keep it busy, few enough for the store to stay small. */
const chunksPerSlot = 4;
const jobsPerChunkAtMost = 64;
const countWorkersMs = 10_000;
const rememberedCrashes = 10_000;

/** Runs jobs on whatever workers listen to a store. The store may fail or forget: nothing is lost or counted twice. */
export async function createQueueExecutor(options: QueueExecutorOptions): Promise<Executor> {
  const { store, isInteractive = false, reconcileMs, onNotice = () => {} } = options;
  await requireStore(store);
  const opener = await openStore(store);
  const registry = new Registry(opener);
  const workers = await findWorkers(registry, options).catch(async (error: unknown) => {
    await registry.close();
    throw error;
  });
  const [first] = workers;
  if (!first) throw new Error('No worker was found, without an error.');
  const { level, fingerprint, engine, python } = first;
  const name = queueNameOf(first);
  const watch = watchConnection(store, onNotice);
  const openClient = async (of: string) => {
    const queue = opener.queue<Chunk, ChunkResult>(of);
    const events = opener.events(of);
    await events.waitUntilReady();
    const cancelled = opener.queue<object, never>(cancelledNameOf(name));
    return { queue, client: new ChunkClient({ queue, events, cancelled, reconcileMs, watch }) };
  };
  const [{ queue, client }, { client: suspects }] = await Promise.all([
    openClient(name),
    openClient(aloneNameOf(name)),
  ]);
  queue.getBackend().on('error', watch.lost);
  queue.getBackend().on('ready', watch.found);

  let slots = slotsOf(workers);
  const count = async () => {
    const alive = (await registry.list()).filter((worker) => queueNameOf(worker) === name);
    // A fleet that is gone for a moment keeps its size: workers may come back.
    slots = slotsOf(alive) || slots;
    chunker.chunksAtOnce = chunksPerSlot * slots;
  };
  const counting = setInterval(() => void count().catch(() => {}), countWorkersMs);
  counting.unref();
  const priority = isInteractive ? priorities.interactive : priorities.bulk;
  /** Jobs that kept crashing workers, by content; never resubmitted. */
  const crashing = new Map<string, string>();

  const runSuspect = async (job: Job, deaths: number, signal: AbortSignal): Promise<Execution> => {
    const chunk: Chunk = { protocol: 1, jobs: [job], deaths };
    const result = await suspects.run(chunk, priority, signal);
    if (result.kind === 'done') return result.executions[0] ?? engineError(job.id, 'a worker left it out');
    if (result.kind === 'failed') return engineError(job.id, result.reason);
    const reason = `${result.deaths} workers died over it`;
    const [oldest] = crashing.size >= rememberedCrashes ? crashing.keys() : [];
    if (oldest !== undefined) crashing.delete(oldest);
    crashing.set(chunkIdOf(chunk, true), reason);
    return engineError(job.id, reason);
  };
  const runChunk = async (jobs: readonly Job[], signal: AbortSignal, deaths = 0): Promise<readonly Execution[]> => {
    const chunk: Chunk = { protocol: 1, jobs: [...jobs], deaths };
    const known = crashing.size > 0 ? crashing.get(chunkIdOf(chunk, true)) : undefined;
    if (known) return jobs.map((job) => engineError(job.id, known));
    const result = await client.run(chunk, priority, signal);
    if (result.kind === 'done') return result.executions;
    const [job, ...others] = jobs;
    const deathsNow = result.kind === 'died' ? result.deaths : deaths;
    // One of them may be at fault: on its own, each is judged by what it does itself.
    if (others.length > 0) {
      return (await Promise.all(jobs.map((each) => runChunk([each], signal, deathsNow)))).flat();
    }
    if (!job) return [];
    return [result.kind === 'failed' ? engineError(job.id, result.reason) : await runSuspect(job, deathsNow, signal)];
  };
  const jobsAtMost = isInteractive ? 1 : jobsPerChunkAtMost;
  const chunker = new Chunker({ jobsAtMost, chunksAtOnce: chunksPerSlot * slots, run: runChunk });
  return createBoundedExecutor({
    info: { name: 'queue', level, fingerprint, engine, python, address: store.shown },
    capacity: () => slots,
    width: () => (chunker.isFull ? 0 : chunksPerSlot * slots * jobsPerChunkAtMost),
    run: async (job, signal) => {
      // No two scripts have one, whoever sent them: what either prints is its own.
      const id = job.script === undefined ? job.id : randomUUID();
      return { ...(await chunker.run({ ...job, id }, signal)), id: job.id };
    },
    close: async () => {
      clearInterval(counting);
      await Promise.all([client.close(), suspects.close(), registry.close()]);
    },
  });
}

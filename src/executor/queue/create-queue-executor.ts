import { setTimeout as sleep } from 'node:timers/promises';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { type Execution, emptyExecution, upstreamStatusOf } from '../../schema/execution.ts';
import type { Job } from '../../schema/job.ts';
import { executeBounded } from '../execute-bounded.ts';
import type { Executor } from '../executor.ts';
import { Chunker } from './chunker.ts';
import {
  type Chunk,
  type ChunkResult,
  cancelledNameOf,
  queueNameOf,
  registryName,
  type WorkerFacts,
} from './messages.ts';
import { reachStore } from './reach-store.ts';
import { Registry } from './registry.ts';
import { type DeskResult, ResultDesk } from './result-desk.ts';
import { openStore, type Store } from './store.ts';

export interface QueueExecutorOptions {
  readonly store: Store;
  /** Jobs one by one and before all others: for callers that wait for each answer. */
  readonly isInteractive?: boolean | undefined;
  /** Which environment's workers to use, where the fleet has several. */
  readonly fingerprint?: string | undefined;
  /** How long to wait for the first worker. */
  readonly waitMs?: number | undefined;
  readonly reconcileMs?: number | undefined;
  readonly onNotice?: ((sentence: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

const priorities = { interactive: 1, bulk: 10 };
/** Chunks in flight per slot of the fleet: enough to keep it busy, few enough for the store to stay small. */
const chunksPerSlot = 4;
const jobsPerChunkAtMost = 8;
const splitsAtMost = 1;

/** Runs jobs on whatever workers listen to a store. The store may fail or forget: nothing is lost or counted twice. */
export async function createQueueExecutor(options: QueueExecutorOptions): Promise<Executor> {
  const { store, isInteractive = false, reconcileMs } = options;
  await reachStore(store);
  const opener = await openStore(store);
  const registryQueue = opener.queue<WorkerFacts, never>(registryName);
  const registry = new Registry(registryQueue);
  const closeRegistry = () => registryQueue.close().catch(() => {});
  const workers = await findWorkers(registry, options).catch(async (error: unknown) => {
    await closeRegistry();
    throw error;
  });
  const [first] = workers;
  if (!first) throw new Error('No worker was found, and nobody said so.');
  const name = queueNameOf(first);
  const queue = opener.queue<Chunk, ChunkResult>(name);
  const events = opener.events(name);
  await events.waitUntilReady();
  const cancelled = opener.queue<object, never>(cancelledNameOf(name));
  const desk = new ResultDesk({ queue, events, cancelled, reconcileMs });
  const capacity = workers.reduce((sum, { slots }) => sum + slots, 0);
  const closed = new AbortController();

  const ask = (jobs: readonly Job[], signal: AbortSignal) =>
    desk.run({ protocol: 1, jobs: [...jobs] }, isInteractive ? priorities.interactive : priorities.bulk, signal);
  const runChunk = async (jobs: readonly Job[], signal: AbortSignal, splits = 0): Promise<readonly Execution[]> => {
    const result: DeskResult = await ask(jobs, signal);
    if (result.kind === 'done') return result.executions;
    // One of them may be at fault: alone, each is judged by itself.
    if (jobs.length > 1 && splits < splitsAtMost) {
      return (await Promise.all(jobs.map((job) => runChunk([job], signal, splits + 1)))).flat();
    }
    const reason = result.kind === 'failed' ? result.reason : 'its worker died again and again';
    return jobs.map((job) => engineError(job, reason));
  };
  const chunker = new Chunker({
    jobsAtMost: isInteractive ? 1 : jobsPerChunkAtMost,
    chunksAtOnce: chunksPerSlot * capacity,
    run: runChunk,
  });
  const close = async () => {
    closed.abort(new DOMException('The executor was closed.', 'AbortError'));
    await desk.close();
    await closeRegistry();
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
    capacity,
    execute: (jobs, { signal } = {}) =>
      executeBounded({
        jobs,
        width: chunksPerSlot * capacity * (isInteractive ? 1 : jobsPerChunkAtMost),
        signal: signal ? AbortSignal.any([signal, closed.signal]) : closed.signal,
        run: (job, jobSignal) => chunker.run(job, jobSignal),
      }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The workers of one environment; waits a while for the first. */
async function findWorkers(registry: Registry, options: QueueExecutorOptions): Promise<readonly WorkerFacts[]> {
  const { store, waitMs = 15_000, fingerprint, onNotice = () => {}, signal } = options;
  const deadline = Date.now() + waitMs;
  for (let isTold = false; ; isTold = true) {
    const alive = await registry.list();
    const fitting = alive.filter((worker) => fingerprint === undefined || worker.fingerprint === fingerprint);
    const names = [...new Set(fitting.map(queueNameOf))];
    if (names.length === 1) return fitting;
    if (names.length > 1) {
      const listed = fitting.map(({ host, fingerprint: of }) => `${host} has ${of}`).join(', ');
      throw new BigCodeBenchError(
        'ENVIRONMENT',
        `The workers of ${store.shown} have different environments (${listed}): install the same one on all of them.`,
      );
    }
    if (Date.now() >= deadline) {
      throw new BigCodeBenchError(
        'NETWORK',
        `No worker listens to ${store.shown}: start some with \`bcb worker --queue ${store.shown}\`.`,
      );
    }
    if (!isTold) onNotice(`Waiting for a worker on ${store.shown} …`);
    await sleep(Math.min(500, waitMs), undefined, { signal });
  }
}

function engineError(job: Job, reason: string): Execution {
  const outcome = 'engine-error';
  return { ...emptyExecution(), id: job.id, outcome, status: upstreamStatusOf[outcome], reason };
}

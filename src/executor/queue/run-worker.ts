import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Queue, Worker } from 'bullmq';
import type { Execution } from '../../schema/execution.ts';
import type { Job } from '../../schema/job.ts';
import type { Executor } from '../executor.ts';
import {
  type Chunk,
  type ChunkResult,
  cancelledNameOf,
  chunkSchema,
  queueNameOf,
  registryName,
  type WorkerFacts,
} from './messages.ts';
import { reachStore } from './reach-store.ts';
import { Registry } from './registry.ts';
import { openStore, type Store } from './store.ts';

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
  readonly lockMs?: number | undefined;
}

const keptOutput = 4096;
const cancelLookMs = 1000;
const keptAnswers = 2000;

/** Takes jobs of its environment's queue and runs them here, until the signal aborts and the last one is finished. */
export async function runWorker(options: RunWorkerOptions): Promise<void> {
  const { store, executor, signal, version, onReady, onNotice = () => {}, drainMs = 30_000, lockMs = 30_000 } = options;
  const { fingerprint, engine = 'unversioned', level, python } = executor.info;
  const queue = queueNameOf({ fingerprint, engine });
  const slots = executor.capacity;
  const counts = { done: 0, failed: 0 };
  const facts = (): WorkerFacts => ({
    ...{ id: workerId, host: hostname(), pid: process.pid, version, slots, fingerprint, engine, level, python },
    ...{ startedAt, seenAt: Date.now(), ...counts },
  });
  const workerId = `w${randomBytes(8).toString('hex')}`;
  const startedAt = Date.now();
  /** Answers that the store may not have got: it asks again for what it does not know, and need not wait again. */
  const answers = new Map<string, readonly Execution[]>();
  const ending = new AbortController();
  const inHand = new Set<string>();

  await reachStore(store);
  const opener = await openStore(store);
  const registryQueue = opener.queue<WorkerFacts, never>(registryName);
  const registry = new Registry(registryQueue);
  const worker = opener.worker<Chunk, ChunkResult>(
    queue,
    async (taken, _token, cancelled) => {
      const { jobs } = chunkSchema.parse(taken.data);
      // Somebody died over these. Alone, only the one that kills is tried again and again.
      if (jobs.length > 1 && taken.stalledCounter > 0) return { kind: 'split' };
      // Only one that comes back to us: whoever asks for the same anew wants it run anew.
      const known = taken.attemptsStarted > 1 ? answers.get(taken.id ?? '') : undefined;
      const stop = cancelled ? AbortSignal.any([cancelled, ending.signal]) : ending.signal;
      inHand.add(taken.id ?? '');
      const executions =
        known ?? (await executeAll(executor, jobs, stop).catch((error: unknown) => giveUp(error, cancelled)));
      inHand.delete(taken.id ?? '');
      // Nobody waits for it, or somebody else has it by now: what is returned here is not read.
      if (!executions) return { kind: 'split' };
      counts.done += jobs.length;
      counts.failed += executions.filter(({ outcome }) => outcome === 'engine-error').length;
      remember(answers, taken.id ?? '', executions);
      return { kind: 'done', executions: [...executions] };
    },
    { concurrency: slots, lockMs },
  );
  const withdrawn = opener.queue<object, never>(cancelledNameOf(queue));
  const looking = setInterval(() => void dropCancelled(inHand, withdrawn, worker).catch(() => {}), cancelLookMs);
  worker.on('lockRenewalFailed', (ids) => {
    for (const id of ids) worker.cancelJob(id, 'its lock was lost');
  });
  const watchConnection = watchFor(onNotice, store.shown);
  worker.on('error', watchConnection.lost);
  worker.on('ready', watchConnection.found);
  try {
    await worker.waitUntilReady();
    await registry.join(facts);
    const running = worker.run();
    onReady?.({ queue, slots });
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await registry.leave(workerId);
    const timer = setTimeout(() => ending.abort(new Error('The worker was told to end.')), drainMs);
    await worker.close();
    clearTimeout(timer);
    await running;
  } finally {
    await registry.leave(workerId);
    clearInterval(looking);
    await Promise.allSettled([worker.close(true), registryQueue.close(), withdrawn.close()]);
  }
}

/** A chunk that was cancelled has no answer; whatever else went wrong is tried again by the store. */
function giveUp(error: unknown, cancelled: AbortSignal | undefined): undefined {
  if (!cancelled?.aborted) throw error;
  return undefined;
}

/** Ends jobs that no one waits for any more. */
async function dropCancelled(
  inHand: ReadonlySet<string>,
  cancelled: Queue<object, never>,
  worker: Pick<Worker, 'cancelJob'>,
): Promise<void> {
  for (const id of inHand) {
    if (!(await cancelled.getJob(id))) continue;
    worker.cancelJob(id, 'nobody waits for it');
    await cancelled.remove(id);
  }
}

/** In the order of the jobs; what they print is cut, since it travels twice. */
async function executeAll(executor: Executor, jobs: readonly Job[], signal: AbortSignal): Promise<Execution[]> {
  const numbered = jobs.map((job, at) => ({ ...job, id: String(at) }));
  const executions: Execution[] = [];
  for await (const execution of executor.execute(numbered, { signal })) {
    const at = Number(execution.id);
    const { stdout, stderr } = execution;
    executions[at] = {
      ...execution,
      id: jobs[at]?.id ?? execution.id,
      stdout: stdout.slice(-keptOutput),
      stderr: stderr.slice(-keptOutput),
    };
  }
  return executions;
}

function remember(answers: Map<string, readonly Execution[]>, id: string, executions: readonly Execution[]): void {
  answers.set(id, executions);
  const [oldest] = answers.keys();
  if (answers.size > keptAnswers && oldest !== undefined) answers.delete(oldest);
}

/** Says once that the store is gone, and once that it is back. */
function watchFor(onNotice: (sentence: string) => void, shown: string) {
  let isLost = false;
  return {
    lost: (error: Error) => {
      if (isLost) return;
      isLost = true;
      onNotice(`${shown} does not answer (${error.message}); waiting for it.`);
    },
    found: () => {
      if (isLost) onNotice(`${shown} answers again.`);
      isLost = false;
    },
  };
}

/**
 * The queue that every job of every request goes through. Owners take turns, the executor gets no more than a small
 * multiple of its capacity, and jobs under way are known by content:
 *
 * - a judged job that equals one under way, or one of a short while ago, shares its execution;
 * - a caller that must be answered before its job is done gets `late`, and the job stays: the retry takes it over;
 * - a caller that disconnects takes its job with it, unless another caller waits for the same one.
 *
 * A plain script may print the time or a random number, so it is only shared with the retry of its owner.
 */
import { createHash } from 'node:crypto';
import { executeAlone } from '../../evaluate/jobs/execute-alone.ts';
import type { Executor } from '../../executor/executor.ts';
import { type Execution, engineError, type Job } from '../../schema/execution.ts';
import { type Clock, systemClock } from '../../util/clock.ts';
import { createDeferred } from '../../util/deferred.ts';
import { raceAbort } from '../../util/race-abort.ts';
import type { Waiting } from '../http/within.ts';
import { FairQueue, type Urgency } from './fair-queue.ts';
import { createRecentExecutions } from './recent-executions.ts';

/** Receives what happens, for metrics. */
export interface QueueObserver {
  readonly onExecuted?: (execution: Execution, times: { readonly waitMs: number; readonly runMs: number }) => void;
  readonly onShared?: () => void;
  readonly onLate?: () => void;
}

export interface ExecutionQueueOptions extends QueueObserver {
  readonly executor: Executor;
  /** The same executor with passes proven, for jobs whose pass earns a reward. */
  readonly proving?: Executor | undefined;
  /** How many jobs of one owner may be with the executor at once; without it any number. */
  readonly slotsPerOwner?: number | undefined;
  /** How many jobs may wait; further ones are refused. */
  readonly maxWaiting?: number | undefined;
  /** How long a job whose caller was answered too early waits for the retry. */
  readonly retryWithinMs?: number | undefined;
  readonly clock?: Clock | undefined;
}

export interface SubmitOptions extends Waiting {
  readonly owner?: string | undefined;
  readonly urgency?: Urgency | undefined;
  /** Never shares its execution: for callers that rerun a program to see whether it behaves the same. */
  readonly isAlone?: boolean | undefined;
  /** The caller has a bounded number of jobs under way: it waits for room instead of being refused. */
  readonly isPatient?: boolean | undefined;
  /** A pass is proven first: the program must fail tests that are made to fail. */
  readonly isProven?: boolean | undefined;
  /** What carries the job out instead of the executor: a conversation, whose jobs share one interpreter. */
  readonly run?: ((job: Job, signal: AbortSignal) => Promise<Execution>) | undefined;
}

export type Submission =
  | { readonly kind: 'executed'; readonly execution: Execution; readonly isShared: boolean }
  /** The deadline passed; the job stays for the retry. */
  | { readonly kind: 'late' }
  /** Too many jobs wait already, or the queue is closing. */
  | { readonly kind: 'refused' };

interface Entry {
  readonly digest: string;
  readonly job: Job;
  readonly owner: string;
  /** Of the caller who brought it. */
  readonly options: Pick<SubmitOptions, 'urgency' | 'isProven' | 'run'>;
  readonly waiters: Set<(submission: Submission) => void>;
  readonly stop: AbortController;
  readonly enteredAt: number;
  /** Owners of callers who were answered too early. */
  readonly awaitedBy: Set<string>;
  /** Set after a caller was answered too early, until the retry comes: stops the timer that gives it up. */
  forget?: (() => void) | undefined;
  /** Of a script that is done and waits for the retry. */
  execution?: Execution | undefined;
}

export type ExecutionQueue = ReturnType<typeof createExecutionQueue>;

export function createExecutionQueue(options: ExecutionQueueOptions) {
  const { executor, proving = executor, slotsPerOwner = Number.POSITIVE_INFINITY, clock = systemClock } = options;
  const { maxWaiting = 20_000, retryWithinMs = 60_000, onExecuted, onShared, onLate } = options;
  const waiting = new FairQueue<Entry>();
  const entries = new Set<Entry>();
  /** Judged jobs under way, which equal ones join. */
  const judged = new Map<string, Entry>();
  /** Scripts whose caller was answered too early, done or not; each waits for one retry. */
  const left = new Set<Entry>();
  const recents = createRecentExecutions(() => clock.now());
  const running = new Map<Entry, Promise<void>>();
  /** How many jobs are with the executor at once. */
  const width = Math.max(64, 16 * executor.capacity);
  let isClosed = false;

  const stopForgetting = (entry: Entry) => {
    entry.forget?.();
    entry.forget = undefined;
  };
  const release = (entry: Entry) => {
    stopForgetting(entry);
    entries.delete(entry);
    left.delete(entry);
    if (judged.get(entry.digest) === entry) judged.delete(entry.digest);
  };
  const cancel = (entry: Entry) => {
    if (waiting.remove(entry.owner, entry) || entry.execution !== undefined) release(entry);
    else entry.stop.abort(new DOMException('No caller waits for this job any more.', 'AbortError'));
  };
  const mayHaveMore = (owner: string) =>
    slotsPerOwner > width || [...running.keys()].filter((entry) => entry.owner === owner).length < slotsPerOwner;
  /** Undefined if no caller was waiting any more. */
  const execute = async ({ job, digest, options: by, stop: { signal } }: Entry): Promise<Execution | undefined> => {
    // Before the executor's long jobs.
    const costHintMs = by.urgency === 'bulk' ? (job.costHintMs ?? 0) : Number.MAX_SAFE_INTEGER;
    const named = { ...job, id: digest, costHintMs };
    try {
      if (by.run !== undefined) return await by.run(named, signal);
      return await executeAlone({ executor: by.isProven ? proving : executor, job: named, signal });
    } catch (error) {
      if (signal.aborted) return undefined;
      return engineError(digest, error instanceof Error ? error.message : String(error));
    }
  };
  const carryOut = async (entry: Entry): Promise<void> => {
    const startedAt = clock.now();
    const execution = await execute(entry);
    running.delete(entry);
    dispatch();
    const times = { waitMs: startedAt - entry.enteredAt, runMs: clock.now() - startedAt };
    if (execution !== undefined) onExecuted?.(execution, times);
    // An engine fault is not anyone's result.
    const isResult = execution !== undefined && execution.outcome !== 'engine-error';
    const isAwaited = entry.forget !== undefined;
    if (isResult && entry.job.script === undefined) recents.put(entry.digest, execution, entry.awaitedBy);
    if (isResult && isAwaited && entry.job.script !== undefined) entry.execution = execution;
    else release(entry);
    if (execution === undefined) return;
    for (const waiter of [...entry.waiters]) waiter({ kind: 'executed', execution, isShared: false });
  };
  const dispatch = () => {
    while (running.size < width) {
      const entry = waiting.take(mayHaveMore);
      if (entry === undefined) return;
      running.set(entry, carryOut(entry));
    }
  };
  const enter = (digest: string, job: Job, submitted: SubmitOptions): Entry => {
    const { owner = '', isAlone = false, urgency, isProven, run } = submitted;
    const entry: Entry = {
      digest,
      job,
      owner,
      options: { urgency, isProven, run },
      waiters: new Set(),
      awaitedBy: new Set(),
      stop: new AbortController(),
      enteredAt: clock.now(),
    };
    entries.add(entry);
    if (job.script === undefined && !isAlone) judged.set(digest, entry);
    waiting.add(owner, entry, urgency);
    dispatch();
    return entry;
  };
  const find = (digest: string, { script }: Job, owner: string): Entry | undefined => {
    if (script === undefined) return judged.get(digest);
    const entry = [...left].find((each) => each.digest === digest && each.owner === owner);
    if (entry !== undefined) left.delete(entry);
    if (entry?.execution !== undefined) release(entry);
    return entry;
  };
  const keepForRetry = (entry: Entry) => {
    if (entry.job.script !== undefined) left.add(entry);
    stopForgetting(entry);
    entry.forget = clock.setTimer(retryWithinMs, () => {
      entry.forget = undefined;
      if (entry.waiters.size === 0) cancel(entry);
    });
  };
  const wait = async (entry: Entry, { owner = '', signal, deadlineMs }: SubmitOptions): Promise<Submission> => {
    stopForgetting(entry);
    entry.awaitedBy.delete(owner);
    const { promise, resolve: waiter } = createDeferred<Submission>();
    const answerLate = () => {
      keepForRetry(entry);
      entry.awaitedBy.add(owner);
      onLate?.();
      waiter({ kind: 'late' });
    };
    const clearDeadline = deadlineMs === undefined ? undefined : clock.setTimer(deadlineMs, answerLate);
    entry.waiters.add(waiter);
    try {
      return await (signal ? raceAbort(promise, signal) : promise);
    } finally {
      clearDeadline?.();
      entry.waiters.delete(waiter);
      if (signal?.aborted && entry.waiters.size === 0 && entry.forget === undefined) cancel(entry);
    }
  };
  return {
    width,
    /** Of executions that equal jobs may share. */
    get sharedBytes() {
      return recents.bytes;
    },
    get state() {
      return { running: running.size, waiting: waiting.size };
    },
    /** Resolves with what became of the job. Rejects with the signal's reason when the caller is gone, and for nothing else. */
    async submit(job: Job, submitted: SubmitOptions = {}): Promise<Submission> {
      submitted.signal?.throwIfAborted();
      const { owner = '', isAlone = false, isProven = false, isPatient = false } = submitted;
      const digest = digestOf(job, isProven);
      const recent = isAlone ? undefined : recents.get(digest, owner);
      const known = isAlone ? undefined : find(digest, job, owner);
      const execution = recent ?? known?.execution;
      const isShared = execution !== undefined || known !== undefined;
      if (isShared) onShared?.();
      if (execution !== undefined) return { kind: 'executed', execution: { ...execution, id: job.id }, isShared };
      const isFull = waiting.size >= maxWaiting && !isPatient;
      if (!isShared && (isClosed || isFull)) return { kind: 'refused' };
      const submission = await wait(known ?? enter(digest, job, submitted), submitted);
      if (submission.kind !== 'executed') return submission;
      return { ...submission, execution: { ...submission.execution, id: job.id }, isShared };
    },
    /** Answers `late` to every waiting caller, ends what is running and accepts nothing more. */
    async close(): Promise<void> {
      isClosed = true;
      for (const entry of [...entries]) {
        for (const waiter of [...entry.waiters]) waiter({ kind: 'late' });
        cancel(entry);
      }
      await Promise.all(running.values());
    },
  };
}

/** Names a job by what decides its execution: a retry of the same request has the same digest. */
function digestOf({ code, test, script, separate, seed, failFast = false, limits }: Job, isProven: boolean): string {
  const allowed = Object.entries(limits).sort(([a], [b]) => (a < b ? -1 : 1));
  const { stdin = '', files = {}, fetch } = script ?? {};
  const { prompt = '', entryPoint } = separate ?? {};
  const decisive = [fetch ?? null, entryPoint ?? null, seed ?? null, allowed, isProven, failFast];
  const digest = createHash('sha256');
  // Texts may have megabytes: none is copied.
  for (const text of [JSON.stringify(decisive), code, test, prompt, stdin, ...Object.entries(files).flat()]) {
    digest.update(`${text.length} `).update(text);
  }
  return digest.digest('hex');
}

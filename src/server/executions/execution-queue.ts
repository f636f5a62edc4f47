/**
 * The queue that every job of every request goes through. Owners take turns, the executor gets no more than a small
 * multiple of its capacity, and jobs under way are known by content:
 *
 * - a judged job that equals one under way, or one of a short while ago, shares its execution;
 * - a caller that must be answered before its job is done gets `late`, and the job stays: the retry takes it over;
 * - a caller that disconnects takes its job with it, unless another caller waits for the same one.
 *
 * A plain script may print the time or a random number, so it is only shared with its own retry.
 */
import { createHash } from 'node:crypto';
import { executeAlone } from '../../evaluate/jobs/execute-alone.ts';
import type { Executor } from '../../executor/executor.ts';
import { type Execution, engineError } from '../../schema/execution.ts';
import type { Job } from '../../schema/job.ts';
import { type Clock, systemClock } from '../../util/clock.ts';
import { createDeferred } from '../../util/deferred.ts';
import { raceAbort } from '../../util/race-abort.ts';
import { FairQueue, type Urgency } from './fair-queue.ts';
import { RecentExecutions } from './recent-executions.ts';

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

export interface SubmitOptions {
  readonly owner?: string | undefined;
  readonly urgency?: Urgency | undefined;
  /** Aborted when the caller is gone. */
  readonly signal?: AbortSignal | undefined;
  /** Never shares its execution: for callers that rerun a program to see whether it behaves the same. */
  readonly isAlone?: boolean | undefined;
  /** The caller has a bounded number of jobs under way: it waits for room instead of being refused. */
  readonly isPatient?: boolean | undefined;
  /** A pass is proven first: the program must fail tests that are made to fail. */
  readonly isProven?: boolean | undefined;
  /** What carries the job out instead of the executor: a conversation, whose jobs share one interpreter. */
  readonly run?: ((job: Job, signal: AbortSignal) => Promise<Execution>) | undefined;
  /** When the caller must have an answer, in milliseconds from now. */
  readonly deadlineMs?: number | undefined;
}

export type Submission =
  | { readonly kind: 'executed'; readonly execution: Execution; readonly isShared: boolean }
  /** The deadline passed; the job stays for the retry. */
  | { readonly kind: 'late' }
  /** Too many jobs wait already, or the queue is closing. */
  | { readonly kind: 'refused' };

type Waiter = (submission: Submission) => void;

interface Entry extends Pick<SubmitOptions, 'isProven' | 'run'> {
  readonly digest: string;
  readonly job: Job;
  readonly owner: string;
  readonly urgency: Urgency;
  readonly waiters: Set<Waiter>;
  readonly stop: AbortController;
  readonly enteredAt: number;
  /** Set after a caller was answered too early, until the retry comes: stops the timer that gives it up. */
  forget?: (() => void) | undefined;
  /** Of a script that is done and waits for the retry. */
  execution?: Execution | undefined;
}

const defaultMaxWaiting = 20_000;
const defaultRetryWithinMs = 60_000;

export class ExecutionQueue {
  readonly #options: ExecutionQueueOptions;
  readonly #clock: Clock;
  readonly #waiting = new FairQueue<Entry>();
  readonly #entries = new Set<Entry>();
  /** Judged jobs under way, which equal ones join. */
  readonly #judged = new Map<string, Entry>();
  /** Scripts whose caller was answered too early, done or not; each waits for one retry. */
  readonly #left = new Set<Entry>();
  readonly #recent: RecentExecutions;
  readonly #running = new Map<Entry, Promise<void>>();
  readonly #runningOf = new Map<string, number>();
  /** How many jobs are with the executor at once. */
  readonly width: number;
  #isClosed = false;

  constructor(options: ExecutionQueueOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#recent = new RecentExecutions(() => this.#clock.now());
    this.width = Math.max(64, 16 * options.executor.capacity);
  }

  /** Of executions that equal jobs may share. */
  get sharedBytes(): number {
    return this.#recent.bytes;
  }

  get state(): { readonly running: number; readonly waiting: number } {
    return { running: this.#running.size, waiting: this.#waiting.size };
  }

  /** Resolves with what became of the job. Rejects with the signal's reason when the caller is gone, and for nothing else. */
  async submit(job: Job, options: SubmitOptions = {}): Promise<Submission> {
    options.signal?.throwIfAborted();
    const { isAlone = false, isProven = false } = options;
    const digest = digestOf(job, isProven);
    const recent = isAlone ? undefined : this.#recent.get(digest);
    const known = isAlone ? undefined : this.#find(digest, job);
    const execution = recent ?? known?.execution;
    const isShared = execution !== undefined || known !== undefined;
    if (isShared) this.#options.onShared?.();
    if (execution !== undefined) return { kind: 'executed', execution: { ...execution, id: job.id }, isShared };
    const { maxWaiting = defaultMaxWaiting } = this.#options;
    const isFull = this.#waiting.size >= maxWaiting && options.isPatient !== true;
    if (!isShared && (this.#isClosed || isFull)) return { kind: 'refused' };
    const submission = await this.#wait(known ?? this.#enter(digest, job, options), options);
    if (submission.kind !== 'executed') return submission;
    return { ...submission, execution: { ...submission.execution, id: job.id }, isShared };
  }

  /** Answers `late` to every waiting caller, ends what is running and accepts nothing more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const entry of [...this.#entries]) {
      for (const waiter of [...entry.waiters]) waiter({ kind: 'late' });
      this.#cancel(entry);
    }
    await Promise.all(this.#running.values());
  }

  #enter(digest: string, job: Job, options: SubmitOptions): Entry {
    const { owner = '', urgency = 'urgent', isAlone = false, isProven, run } = options;
    const entry: Entry = {
      ...{ digest, job, owner, urgency, isProven, run },
      waiters: new Set(),
      stop: new AbortController(),
      enteredAt: this.#clock.now(),
    };
    this.#entries.add(entry);
    if (job.script === undefined && !isAlone) this.#judged.set(digest, entry);
    this.#waiting.add(owner, entry, urgency);
    this.#dispatch();
    return entry;
  }

  async #wait(entry: Entry, { signal, deadlineMs }: SubmitOptions): Promise<Submission> {
    entry.forget?.();
    entry.forget = undefined;
    const { promise, resolve: waiter } = createDeferred<Submission>();
    const onLate = () => {
      this.#keepForRetry(entry);
      this.#options.onLate?.();
      waiter({ kind: 'late' });
    };
    const clearDeadline = deadlineMs === undefined ? undefined : this.#clock.setTimer(deadlineMs, onLate);
    entry.waiters.add(waiter);
    try {
      return await (signal ? raceAbort(promise, signal) : promise);
    } finally {
      clearDeadline?.();
      entry.waiters.delete(waiter);
      if (signal?.aborted && entry.waiters.size === 0 && entry.forget === undefined) this.#cancel(entry);
    }
  }

  #keepForRetry(entry: Entry): void {
    const { retryWithinMs = defaultRetryWithinMs } = this.#options;
    if (entry.job.script !== undefined) this.#left.add(entry);
    entry.forget?.();
    entry.forget = this.#clock.setTimer(retryWithinMs, () => {
      entry.forget = undefined;
      if (entry.waiters.size === 0) this.#cancel(entry);
    });
  }

  #find(digest: string, { script }: Job): Entry | undefined {
    if (script === undefined) return this.#judged.get(digest);
    const entry = [...this.#left].find((left) => left.digest === digest);
    if (entry !== undefined) this.#left.delete(entry);
    if (entry?.execution !== undefined) this.#release(entry);
    return entry;
  }

  #cancel(entry: Entry): void {
    if (this.#waiting.remove(entry.owner, entry) || entry.execution !== undefined) this.#release(entry);
    else entry.stop.abort(new DOMException('No caller waits for this job any more.', 'AbortError'));
  }

  #release(entry: Entry): void {
    entry.forget?.();
    entry.forget = undefined;
    this.#entries.delete(entry);
    this.#left.delete(entry);
    if (this.#judged.get(entry.digest) === entry) this.#judged.delete(entry.digest);
  }

  #dispatch(): void {
    const { slotsPerOwner = Number.POSITIVE_INFINITY } = this.#options;
    while (this.#running.size < this.width) {
      const entry = this.#waiting.take((owner) => (this.#runningOf.get(owner) ?? 0) < slotsPerOwner);
      if (entry === undefined) return;
      this.#count(entry.owner, 1);
      this.#running.set(entry, this.#run(entry));
    }
  }

  async #run(entry: Entry): Promise<void> {
    const startedAt = this.#clock.now();
    const execution = await this.#execute(entry);
    this.#running.delete(entry);
    this.#count(entry.owner, -1);
    this.#dispatch();
    const times = { waitMs: startedAt - entry.enteredAt, runMs: this.#clock.now() - startedAt };
    if (execution !== undefined) this.#options.onExecuted?.(execution, times);
    // An engine fault is not anyone's result.
    const isResult = execution !== undefined && execution.outcome !== 'engine-error';
    const isAwaited = entry.forget !== undefined;
    if (isResult && entry.job.script === undefined) this.#recent.put(entry.digest, execution, { isAwaited });
    if (isResult && isAwaited && entry.job.script !== undefined) entry.execution = execution;
    else this.#release(entry);
    if (execution === undefined) return;
    for (const waiter of [...entry.waiters]) waiter({ kind: 'executed', execution, isShared: false });
  }

  /** Undefined if no caller was waiting any more. */
  async #execute({ job, digest, urgency, isProven, run, stop }: Entry): Promise<Execution | undefined> {
    // Before the executor's long jobs.
    const costHintMs = urgency === 'urgent' ? Number.MAX_SAFE_INTEGER : (job.costHintMs ?? 0);
    const { executor: plain, proving = plain } = this.#options;
    const executor = isProven ? proving : plain;
    const { signal } = stop;
    try {
      if (run !== undefined) return await run({ ...job, id: digest }, signal);
      return await executeAlone({ executor, job: { ...job, id: digest, costHintMs }, signal });
    } catch (error) {
      if (signal.aborted) return undefined;
      return engineError(digest, error instanceof Error ? error.message : String(error));
    }
  }

  #count(owner: string, by: 1 | -1): void {
    const count = (this.#runningOf.get(owner) ?? 0) + by;
    if (count === 0) this.#runningOf.delete(owner);
    else this.#runningOf.set(owner, count);
  }
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

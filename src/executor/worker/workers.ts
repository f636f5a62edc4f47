import type { Execution, Job } from '../../schema/execution.ts';
import { AbortableQueue, type QueueEntry } from '../../util/abortable-queue.ts';
import { type Clock, systemClock } from '../../util/clock.ts';
import { messageOf } from '../../util/system-error.ts';
import type { WorkerHello } from './messages.ts';
import {
  type ConnectOptions,
  connectWorker,
  type RemoteWorker,
  WorkerFault,
  type WorkerLauncher,
} from './remote-worker.ts';

/** Jobs sent to a worker ahead of its slots: hides the way there, and lets it run others while some sleep. */
export const jobsPerSlot = 8;
const attemptsPerJob = 4;
/** How often in a row a worker may fail before it is given up; a finished job starts the count anew. */
const failuresPerWorker = 5;
const firstDelayMs = 500;
const longestDelayMs = 15_000;

export interface WorkersOptions extends Omit<ConnectOptions, 'launcher' | 'signal'> {
  /** Whether a worker that was restarted may be used; says why not. */
  readonly accepts: (hello: WorkerHello) => string | undefined;
  /** Told when workers go and come back. */
  readonly onNotice: (sentence: string) => void;
  readonly clock?: Clock | undefined;
}

/** `current` is undefined while it is dead. */
type ManagedWorker = { readonly launcher: WorkerLauncher; current: RemoteWorker | undefined; failures: number };

interface Request {
  readonly job: Job;
  attempts: number;
  /** Where it failed last: another worker is tried first. */
  failedOn: ManagedWorker | undefined;
}

type Entry = QueueEntry<Request, Execution>;

/**
 * Several workers and the jobs that wait for them. A job goes to the worker with the most room; when its worker dies it
 * goes to another one, and the dead one is restarted a few times.
 */
export class Workers {
  readonly #options: WorkersOptions;
  readonly #workers = new Set<ManagedWorker>();
  readonly #waiting = new AbortableQueue<Request, Execution>();
  readonly #closed = new AbortController();
  readonly #restarting = new Set<Promise<void>>();
  #lastFault = 'no worker is left';

  constructor(options: WorkersOptions) {
    this.#options = options;
  }

  async add(launcher: WorkerLauncher, signal: AbortSignal): Promise<WorkerHello> {
    const worker: ManagedWorker = { launcher, current: undefined, failures: 0 };
    this.#workers.add(worker);
    try {
      return (await this.#connect(worker, AbortSignal.any([signal, this.#closed.signal]))).hello;
    } catch (error) {
      this.#workers.delete(worker);
      throw error;
    }
  }

  /** How many jobs the living workers run side by side. */
  get slots(): number {
    return [...this.#workers].reduce((sum, { current }) => sum + (current?.hello.slots ?? 0), 0);
  }

  async run(job: Job, signal: AbortSignal): Promise<Execution> {
    signal.throwIfAborted();
    if (this.#workers.size === 0) throw new WorkerFault(this.#lastFault);
    const settled = this.#waiting.add({ job, attempts: 0, failedOn: undefined }, signal);
    this.#dispatch();
    return settled;
  }

  async close(): Promise<void> {
    this.#closed.abort(new DOMException('The executor was closed.', 'AbortError'));
    this.#waiting.rejectAll(new WorkerFault('the executor was closed'));
    await Promise.all([...this.#workers].map(({ current }) => current?.close()));
    await Promise.all(this.#restarting);
  }

  async #connect(worker: ManagedWorker, signal: AbortSignal): Promise<RemoteWorker> {
    const connected = await connectWorker({ ...this.#options, launcher: worker.launcher, signal });
    worker.current = connected;
    void connected.ended.then(() => {
      worker.current = undefined;
      if (this.#closed.signal.aborted || !this.#workers.has(worker)) return;
      const restarting = this.#restart(worker).finally(() => {
        this.#restarting.delete(restarting);
        this.#dispatch();
      });
      this.#restarting.add(restarting);
    });
    return connected;
  }

  #dispatch(): void {
    if (this.#closed.signal.aborted) return;
    for (const entry of [...this.#waiting]) {
      const worker = this.#roomiest(entry);
      if (worker?.current === undefined) continue;
      this.#waiting.take(entry);
      void this.#runOn(worker, worker.current, entry);
    }
  }

  /** The worker with the most room for its size; for a job that failed, another one where there is another. */
  #roomiest(entry: Entry): ManagedWorker | undefined {
    const living = [...this.#workers].filter(({ current }) => current && !current.isDead);
    const others = living.filter((worker) => worker !== entry.failedOn);
    const free = (others.length > 0 ? others : living).filter((worker) => jobsPerSlotOf(worker) < jobsPerSlot);
    return free.sort((a, b) => jobsPerSlotOf(a) - jobsPerSlotOf(b))[0];
  }

  async #runOn(worker: ManagedWorker, connected: RemoteWorker, entry: Entry): Promise<void> {
    const { job, signal } = entry;
    entry.attempts++;
    try {
      const execution = await connected.run(job, signal);
      worker.failures = 0;
      entry.resolve(execution);
    } catch (error) {
      const isFinal = !(error instanceof WorkerFault) || entry.attempts >= attemptsPerJob;
      if (isFinal || signal.aborted || this.#closed.signal.aborted || this.#workers.size === 0) entry.reject(error);
      else {
        entry.failedOn = worker;
        this.#waiting.putBack([entry]);
      }
    } finally {
      this.#dispatch();
    }
  }

  async #restart(worker: ManagedWorker): Promise<void> {
    const { onNotice, accepts, clock = systemClock } = this.#options;
    const { name } = worker.launcher;
    const { signal } = this.#closed;
    while (!signal.aborted && ++worker.failures <= failuresPerWorker) {
      const delayMs = Math.min(longestDelayMs, firstDelayMs * 2 ** (worker.failures - 1)) * (0.5 + Math.random() / 2);
      try {
        await clock.sleep(delayMs, signal);
        const { hello } = await this.#connect(worker, signal);
        const refusal = accepts(hello);
        if (refusal === undefined) return onNotice(`${name} is back.`);
        onNotice(`${name} is no longer used: ${refusal}.`);
        return this.#giveUp(worker, refusal);
      } catch (error) {
        this.#lastFault = messageOf(error);
        onNotice(`${name} did not restart (attempt ${worker.failures} of ${failuresPerWorker}): ${this.#lastFault}.`);
      }
    }
    this.#giveUp(worker, this.#lastFault);
  }

  #giveUp(worker: ManagedWorker, reason: string): void {
    this.#workers.delete(worker);
    this.#lastFault = reason;
    void worker.current?.close();
    if (this.#workers.size > 0) return;
    this.#waiting.rejectAll(new WorkerFault(`no worker is left; the last: ${reason}`));
  }
}

function jobsPerSlotOf({ current }: ManagedWorker): number {
  return current ? current.load / current.hello.slots : Number.POSITIVE_INFINITY;
}

import type { Execution } from '../../schema/execution.ts';
import type { Job } from '../../schema/job.ts';
import { type Clock, systemClock } from '../../util/clock.ts';
import type { WorkerPlace } from './job-channel.ts';
import type { WorkerHello } from './messages.ts';
import { type ConnectionTiming, RemoteWorker } from './remote-worker.ts';
import { WorkerFault } from './worker-fault.ts';

/** Jobs sent to a worker ahead of its slots: hides the way there, and lets it run others while some sleep. */
export const jobsPerSlot = 8;
const attemptsPerJob = 4;
/** How often in a row a place may fail before it is given up; a finished job starts the count anew. */
const failuresPerPlace = 5;
const firstDelayMs = 500;
const longestDelayMs = 15_000;

export interface CrewOptions {
  readonly libs?: readonly string[] | undefined;
  /** Whether a worker that comes back may be used; says why not. */
  readonly accepts: (hello: WorkerHello) => string | undefined;
  readonly onLog: (line: string) => void;
  readonly onNotice: (sentence: string) => void;
  readonly timing?: Partial<ConnectionTiming> | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: (() => number) | undefined;
}

/** A place that workers are started at, and the one that is there now. */
interface Seat {
  readonly place: WorkerPlace;
  worker: RemoteWorker | undefined;
  failures: number;
}

interface Entry {
  readonly job: Job;
  readonly signal: AbortSignal;
  readonly resolve: (execution: Execution) => void;
  readonly reject: (reason: unknown) => void;
  attempts: number;
  /** Where it failed last: another place is tried first. */
  failedAt: Seat | undefined;
}

/**
 * Workers in several places and the jobs that wait for them. A job goes to the worker with the most room; when its worker
 * dies it goes elsewhere, and the dead one is started again a few times.
 */
export class Crew {
  readonly #options: CrewOptions;
  readonly #clock: Clock;
  readonly #seats = new Set<Seat>();
  readonly #waiting: Entry[] = [];
  readonly #closed = new AbortController();
  readonly #reviving = new Set<Promise<void>>();
  #lastFault = 'no worker is left';

  constructor(options: CrewOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** Starts the first worker at a place. */
  async add(place: WorkerPlace, signal: AbortSignal): Promise<WorkerHello> {
    const seat: Seat = { place, worker: undefined, failures: 0 };
    this.#seats.add(seat);
    try {
      return (await this.#connect(seat, AbortSignal.any([signal, this.#closed.signal]))).hello;
    } catch (error) {
      this.#seats.delete(seat);
      throw error;
    }
  }

  /** How many jobs the workers that are there run side by side. */
  get slots(): number {
    return [...this.#seats].reduce((sum, { worker }) => sum + (worker?.hello.slots ?? 0), 0);
  }

  run(job: Job, signal: AbortSignal): Promise<Execution> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      if (this.#seats.size === 0) return reject(new WorkerFault(this.#lastFault));
      const onAbort = () => {
        const index = this.#waiting.indexOf(entry);
        if (index < 0) return;
        this.#waiting.splice(index, 1);
        reject(signal.reason);
      };
      const settle = () => signal.removeEventListener('abort', onAbort);
      const entry: Entry = {
        job,
        signal,
        resolve: (execution) => {
          settle();
          resolve(execution);
        },
        reject: (reason) => {
          settle();
          reject(reason);
        },
        attempts: 0,
        failedAt: undefined,
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(entry);
      this.#dispatch();
    });
  }

  async close(): Promise<void> {
    this.#closed.abort(new DOMException('The executor was closed.', 'AbortError'));
    for (const { reject } of this.#waiting.splice(0)) reject(new WorkerFault('the executor was closed'));
    await Promise.all([...this.#seats].map(({ worker }) => worker?.close()));
    await Promise.all(this.#reviving);
  }

  async #connect(seat: Seat, signal: AbortSignal): Promise<RemoteWorker> {
    const { libs, onLog, timing } = this.#options;
    const worker = await RemoteWorker.connect({ place: seat.place, libs, onLog, timing, signal });
    seat.worker = worker;
    void worker.ended.then(() => {
      seat.worker = undefined;
      if (!this.#closed.signal.aborted && this.#seats.has(seat)) this.#revive(seat);
    });
    return worker;
  }

  #dispatch(): void {
    if (this.#closed.signal.aborted) return;
    while (this.#waiting.length > 0) {
      const index = this.#waiting.findIndex((entry) => this.#roomiest(entry) !== undefined);
      const entry = this.#waiting[index];
      const seat = entry && this.#roomiest(entry);
      if (entry === undefined || seat?.worker === undefined) return;
      this.#waiting.splice(index, 1);
      void this.#runAt(seat, seat.worker, entry);
    }
  }

  /** The place with the most room for its size; for a job that failed, somewhere else where there is an elsewhere. */
  #roomiest(entry: Entry): Seat | undefined {
    const living = [...this.#seats].filter(({ worker }) => worker && !worker.isDead);
    const elsewhere = living.filter((seat) => seat !== entry.failedAt);
    const free = (elsewhere.length > 0 ? elsewhere : living).filter((seat) => fillOf(seat) < jobsPerSlot);
    return free.sort((a, b) => fillOf(a) - fillOf(b))[0];
  }

  async #runAt(seat: Seat, worker: RemoteWorker, entry: Entry): Promise<void> {
    const { job, signal } = entry;
    entry.attempts++;
    try {
      const execution = await worker.run(job, signal);
      seat.failures = 0;
      entry.resolve(execution);
    } catch (error) {
      const isFinal = !(error instanceof WorkerFault) || entry.attempts >= attemptsPerJob;
      if (isFinal || signal.aborted || this.#closed.signal.aborted || this.#seats.size === 0) entry.reject(error);
      else {
        entry.failedAt = seat;
        this.#waiting.unshift(entry);
      }
    } finally {
      this.#dispatch();
    }
  }

  #revive(seat: Seat): void {
    const reviving = this.#tryToRevive(seat).finally(() => {
      this.#reviving.delete(reviving);
      this.#dispatch();
    });
    this.#reviving.add(reviving);
  }

  async #tryToRevive(seat: Seat): Promise<void> {
    const { onNotice, random = Math.random } = this.#options;
    const { name } = seat.place;
    const { signal } = this.#closed;
    while (!signal.aborted && ++seat.failures <= failuresPerPlace) {
      const delayMs = Math.min(longestDelayMs, firstDelayMs * 2 ** (seat.failures - 1)) * (0.5 + random() / 2);
      try {
        await this.#clock.sleep(delayMs, signal);
        const { hello } = await this.#connect(seat, signal);
        const refusal = this.#options.accepts(hello);
        if (refusal === undefined) return onNotice(`${name} is back.`);
        onNotice(`${name} is not used any more: ${refusal}.`);
        return this.#giveUp(seat, refusal);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        onNotice(`${name} does not come back (try ${seat.failures} of ${failuresPerPlace}): ${reason}.`);
        this.#lastFault = reason;
      }
    }
    this.#giveUp(seat, this.#lastFault);
  }

  #giveUp(seat: Seat, reason: string): void {
    this.#seats.delete(seat);
    this.#lastFault = reason;
    void seat.worker?.close();
    if (this.#seats.size > 0) return;
    for (const { reject } of this.#waiting.splice(0)) reject(new WorkerFault(`no worker is left; the last: ${reason}`));
  }
}

/** Jobs per slot. */
function fillOf({ worker }: Seat): number {
  return worker ? worker.load / worker.hello.slots : Number.POSITIVE_INFINITY;
}

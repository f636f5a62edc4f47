import { defaultLimits, type Job } from '../../../schema/execution.ts';
import { Pool, type PoolOptions } from '../pool.ts';
import { RunnerFault, type RunOptions, type WarmProcess } from '../runner.ts';
import type { RawExecution } from '../runner-messages.ts';
import type { TierName } from '../tiers.ts';

export const passed: RawExecution = {
  outcome: 'pass',
  tests: [],
  wallMs: 1,
  cpuMs: 1,
  testCpuMs: 1,
  peakMb: 1,
  stdout: '',
  stderr: '',
  flags: [],
};

/** A job without libraries. */
export function jobOf(id: string, fields: Partial<Job> = {}): Job {
  return { id, code: '', test: '', limits: defaultLimits, libs: [], ...fields };
}

/** A warm process whose samples end when the test says so. */
export class FakeProcess implements WarmProcess {
  facts = { placesAtOnce: null as number | null, residentMb: 100 };
  residentMb = 100;
  samplesRun = 0;
  isDead = false;
  readonly running = new Map<
    string,
    { resolve: (e: RawExecution) => void; reject: (reason: unknown) => void; options: RunOptions }
  >();
  readonly exited: Promise<void>;
  #end: () => void = () => {};

  constructor(
    readonly tier: TierName,
    readonly seed?: number,
  ) {
    this.exited = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  get load() {
    return this.running.size;
  }

  run(job: Job, options: RunOptions): Promise<RawExecution> {
    this.samplesRun++;
    return new Promise((resolve, reject) => {
      const settle =
        <T>(finish: (value: T) => void) =>
        (value: T) => {
          this.running.delete(job.id);
          finish(value);
        };
      this.running.set(job.id, { resolve: settle(resolve), reject: settle(reject), options });
      options.signal?.addEventListener('abort', () => this.running.get(job.id)?.reject(options.signal?.reason));
    });
  }

  finish(id: string) {
    this.running.get(id)?.resolve(passed);
  }

  async stop() {
    this.kill();
  }

  kill() {
    this.isDead = true;
    for (const { reject } of this.running.values()) reject(new RunnerFault('killed'));
    this.#end();
  }
}

/** A pool over fake processes, and those it has started. */
export function createPool(options: Partial<PoolOptions> = {}) {
  const started: FakeProcess[] = [];
  const pool = new Pool({
    parallel: 2,
    admitsSleepers: false,
    runnersPerTier: { stdlib: 1, data: 1, science: 1, everything: 1 },
    seededRunners: 2,
    start: async ({ tier, seed }) => {
      const process = new FakeProcess(tier, seed);
      started.push(process);
      return process;
    },
    tierOf: (job) => (job.libs.length > 0 ? 'science' : 'stdlib'),
    seedOf: () => 7,
    onLog: () => {},
    ...options,
  });
  const signal = new AbortController().signal;
  const run = (job: Job, given: AbortSignal = signal) => pool.run(job, given);
  return { pool, started, run };
}

/** Ids of the jobs that a process has in hand. */
export const runningOf = (process: FakeProcess | undefined) => [...(process?.running.keys() ?? [])];

import { createHash, randomInt } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { availableParallelism, totalmem } from 'node:os';
import { type Execution, emptyExecution, upstreamStatusOf } from '../../schema/execution.ts';
import type { Job } from '../../schema/job.ts';
import type { PythonEnvironment } from '../../schema/python-environment.ts';
import { executeBounded } from '../execute-bounded.ts';
import type { Executor } from '../executor.ts';
import { type LevelLetter, type LocalLevel, resolveLevel } from '../level.ts';
import { chooseLevel } from './choose-level.ts';
import { Pool } from './pool.ts';
import { digestRunner } from './runner-digest.ts';
import { SeededPools } from './seeded-pools.ts';
import { createStarter } from './start-zygote.ts';
import { planProcesses, tierFor, tierNames } from './tiers.ts';
import { ZygoteFault } from './zygote.ts';
import type { RawExecution } from './zygote-messages.ts';

export interface LocalExecutorOptions {
  readonly environment: PythonEnvironment;
  /** How many jobs run side by side; without it as many as the machine carries, sleepers beyond the cores. */
  readonly parallel?: number | undefined;
  /** The level to use; by default the strongest that passes the probe, and never `none`. */
  readonly level?: LocalLevel | LevelLetter | undefined;
  /** Warm up everything before the first job comes, instead of when it is worth it. */
  readonly isWarm?: boolean | undefined;
  /** Gives the ids of the safety rules that a solution breaks; they go to the execution's `flags`. */
  readonly scan?: (code: string) => readonly string[];
  readonly onLog?: ((line: string) => void) | undefined;
  /** Makes sure that the environment is still what it was. */
  readonly verify?: Executor['verify'];
}

const lookAhead = 64;

/** Runs programs in a sandbox on this machine: warm processes, one set of namespaces per program. */
export async function createLocalExecutor(options: LocalExecutorOptions): Promise<Executor> {
  const { environment, onLog = () => {}, scan = () => [] } = options;
  const parallel = options.parallel ?? availableParallelism();
  const closed = new AbortController();
  // One listener per call of `execute` under way.
  setMaxListeners(Number.POSITIVE_INFINITY, closed.signal);
  const uid = process.geteuid?.() === 0 ? nobodyUid() : undefined;
  const starter = createStarter({ environment, uid, onLog, signal: closed.signal });
  const engine = await digestRunner();
  const { level, zygote: first } = await chooseLevel({
    level: options.level && resolveLevel(options.level),
    uid,
    start: (candidate) => starter.start(candidate, 'stdlib'),
    onLog,
  });
  const modules = new Set(environment.modules);
  const stdlib = new Set(first.facts.stdlib);
  const isThirdParty = (name: string) => modules.has(name) && !stdlib.has(name);

  const planned = { parallel, placesAtOnce: first.facts.placesAtOnce };
  const processes = planProcesses({ ...planned, memoryMb: readMemoryMb() });
  const useful = planProcesses({ ...planned, memoryMb: Number.POSITIVE_INFINITY });
  const openPool = (seed?: number) =>
    new Pool({
      parallel,
      admitsSleepers: options.parallel === undefined,
      zygotesPerTier: processes,
      start: (tier, banned) => starter.start(level, tier, { banned, seed }),
      tierOf: (job) => tierFor(job, isThirdParty),
      seedOf,
      onLog,
    });
  const main = openPool();
  main.adopt('stdlib', first);
  if (options.isWarm) await Promise.all(tierNames.map((tier) => main.warm(tier)));
  const pools = new SeededPools({ main, open: openPool });

  /** A signal that we did not send may be somebody else's, or the machine's: only a program that dies of it twice did so itself. */
  const runAgain = async (job: Job, first: RawExecution, signal: AbortSignal): Promise<RawExecution> => {
    const second = await pools.run(job, signal);
    if (second.outcome !== 'killed' || second.signal === first.signal) return second;
    throw new ZygoteFault(`a sample was killed by ${first.signal}, then by ${second.signal}`);
  };
  const run = async (job: Job, signal: AbortSignal): Promise<Execution> => {
    try {
      const first = await pools.run(job, signal);
      const raw = first.outcome === 'killed' ? await runAgain(job, first, signal) : first;
      return { id: job.id, status: upstreamStatusOf[raw.outcome], ...raw, flags: [...scan(job.code), ...raw.flags] };
    } catch (error) {
      if (signal.aborted || !(error instanceof ZygoteFault)) throw error;
      return { id: job.id, status: upstreamStatusOf['engine-error'], ...engineError(error.message) };
    }
  };
  const close = async () => {
    closed.abort(new DOMException('The executor was closed.', 'AbortError'));
    await pools.close();
  };
  return {
    info: { name: 'local', level, fingerprint: environment.fingerprint, engine, python: environment.pythonVersion },
    capacity: parallel,
    sizing: {
      parallel,
      processes,
      isMemoryShort: tierNames.some((tier) => processes[tier] < useful[tier]),
      memoryGroup: starter.memoryGroup,
    },
    execute: (jobs, { signal } = {}) =>
      executeBounded({
        jobs,
        width: Math.max(lookAhead, 16 * parallel),
        signal: signal ? AbortSignal.any([signal, closed.signal]) : closed.signal,
        run,
      }),
    verify: options.verify,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Seeds are the same for every solution of a task, whoever runs it and when; a plain script has chance of its own. */
function seedOf({ test, script, seed }: Job): number {
  if (script !== undefined) return randomInt(2 ** 32);
  const drawn = seed === undefined ? test : `${test}\0${seed}`;
  return createHash('sha256').update(drawn).digest().readUInt32LE(0);
}

/** A user id of the range that distributions leave unused, different for executors that run at the same time. */
function nobodyUid(): number {
  return 60_600 + (process.pid % 500);
}

/** The machine's memory, or what our control group may use of it. */
function readMemoryMb(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 2 ** 20;
}

function engineError(reason: string): RawExecution {
  return { ...emptyExecution(), outcome: 'engine-error', reason };
}

import { createHash, randomInt } from 'node:crypto';
import { type Execution, upstreamStatusOf } from '../../schema/execution.ts';
import type { Job } from '../../schema/job.ts';
import type { PythonEnvironment } from '../../schema/python-environment.ts';
import { createMemoryGauge, readMachineLimits } from '../../util/machine-limits.ts';
import { createBoundedExecutor } from '../execute-bounded.ts';
import type { Executor } from '../executor.ts';
import { type LevelLetter, type LocalLevel, resolveLevel } from '../level.ts';
import { chooseLevel } from './choose-level.ts';
import { Pool } from './pool.ts';
import { RunnerFault } from './runner.ts';
import { digestRunner } from './runner-digest.ts';
import type { RawExecution } from './runner-messages.ts';
import { createStarter } from './start-runner.ts';
import { planParallel, planProcesses, tierFor, tierNames } from './tiers.ts';
import { unusedUsers } from './user-ids.ts';

/** Which Python to use, how programs are isolated, and how many run at once. */
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
/** Of all memory, the share that one program may take, whatever its limit says. */
const programShare = 0.8;

/** Runs programs in a sandbox on this machine: warm processes, one set of namespaces per program. */
export async function createLocalExecutor(options: LocalExecutorOptions): Promise<Executor> {
  const { environment, onLog = () => {}, scan = () => [] } = options;
  const machine = readMachineLimits();
  const memoryMb = Math.floor(machine.memoryBytes / 2 ** 20);
  const parallel = options.parallel ?? planParallel({ cpus: machine.cpus, memoryMb });
  const closed = new AbortController();
  const users = process.geteuid?.() === 0 ? unusedUsers() : undefined;
  const starter = createStarter({ environment, users, onLog, signal: closed.signal });
  const engine = await digestRunner();
  const { level, runner: first } = await chooseLevel({
    level: options.level && resolveLevel(options.level),
    uid: users?.first,
    start: (candidate) => starter.start(candidate, 'stdlib'),
    onLog,
  });
  const modules = new Set(environment.modules);
  const stdlib = new Set(first.facts.stdlib);
  const isThirdParty = (name: string) => modules.has(name) && !stdlib.has(name);

  const planned = { parallel, placesAtOnce: first.facts.placesAtOnce };
  const processes = planProcesses({ ...planned, memoryMb });
  const useful = planProcesses({ ...planned, memoryMb: Number.POSITIVE_INFINITY });
  const pool = new Pool({
    parallel,
    admitsSleepers: options.parallel === undefined,
    availableBytes: createMemoryGauge(),
    runnersPerTier: processes,
    seededRunners: planProcesses({ parallel, placesAtOnce: 1, memoryMb }).everything,
    start: ({ tier, seed }, banned) => starter.start(level, tier, { banned, seed }),
    tierOf: (job) => tierFor(job, isThirdParty),
    seedOf,
    onLog,
  });
  pool.adopt('stdlib', first);
  if (options.isWarm) await Promise.all(tierNames.map((tier) => pool.warm(tier)));

  // More than that, and the kernel would look for something to kill that may be ours.
  const mostMemoryMb = Math.ceil(memoryMb * programShare);

  /** A signal that we did not send may come from another process or the kernel: only a program that dies of it twice did so itself. */
  const runAgain = async (job: Job, first: RawExecution, signal: AbortSignal): Promise<RawExecution> => {
    const second = await pool.run(job, signal);
    if (second.outcome !== 'killed' || second.signal === first.signal) return second;
    throw new RunnerFault(`a sample was killed by ${first.signal}, then by ${second.signal}`);
  };
  const run = async (given: Job, signal: AbortSignal): Promise<Execution> => {
    const { limits } = given;
    const job = { ...given, limits: { ...limits, memoryMb: Math.min(limits.memoryMb, mostMemoryMb) } };
    const first = await pool.run(job, signal);
    const raw = first.outcome === 'killed' ? await runAgain(job, first, signal) : first;
    return { id: job.id, status: upstreamStatusOf[raw.outcome], ...raw, flags: [...scan(job.code), ...raw.flags] };
  };
  return createBoundedExecutor({
    info: { name: 'local', level, fingerprint: environment.fingerprint, engine, python: environment.pythonVersion },
    capacity: parallel,
    sizing: {
      parallel,
      processes,
      isMemoryShort: tierNames.some((tier) => processes[tier] < useful[tier]),
      mostMemoryMb,
      memoryGroup: starter.memoryGroup,
    },
    width: Math.max(lookAhead, 16 * parallel),
    run,
    verify: options.verify,
    close: async () => {
      closed.abort(new DOMException('The executor was closed.', 'AbortError'));
      await pool.close();
    },
  });
}

/** Seeds are the same for every solution of a task, on every machine and at any time; a plain script has chance of its own. */
function seedOf({ test, script, seed }: Job): number {
  if (script !== undefined) return randomInt(2 ** 32);
  const drawn = seed === undefined ? test : `${test}\0${seed}`;
  return createHash('sha256').update(drawn).digest().readUInt32LE(0);
}

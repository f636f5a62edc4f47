import { spawnSync } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { chmodSync, chownSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Execution, type Job, type Limits, upstreamStatusOf } from '../../schema/execution.ts';
import type { PythonEnvironment } from '../../schema/python-environment.ts';
import { createMemoryGauge, readMachineLimits } from '../../util/machine-limits.ts';
import { createBoundedExecutor } from '../execute-bounded.ts';
import type { ConversationOptions, Executor } from '../executor.ts';
import type { LocalLevel } from '../level.ts';
import { chooseLevel } from './choose-level.ts';
import { LocalConversation } from './local-conversation.ts';
import { createMemoryGroup, type MemoryGroup, type MemoryGroupVersion } from './memory-group.ts';
import { type ConversationHandlers, Pool } from './pool.ts';
import { Runner, RunnerFault } from './runner.ts';
import { digestRunner } from './runner-digest.ts';
import type { RunnerKind } from './runner-group.ts';
import type { RawExecution } from './runner-messages.ts';
import { buildSandboxCommand } from './sandbox-command.ts';
import { planParallel, planProcesses, preloadOf, tierFor, tierNames } from './tiers.ts';
import { canMapUsers, divideUsers, type UserRange, unusedUsers } from './user-ids.ts';

/** Which Python to use, how programs are isolated, and how many run at once. */
export interface LocalExecutorOptions {
  readonly environment: PythonEnvironment;
  /** How many jobs run side by side; without it as many as the machine carries, sleepers beyond the cores. */
  readonly parallel?: number | undefined;
  /** The level to use; by default the strongest that passes the probe, and never `none`. */
  readonly level?: LocalLevel | undefined;
  /** Warm up everything before the first job comes, instead of when it is worth it. */
  readonly isWarm?: boolean | undefined;
  /** Gives the ids of the safety rules that a solution breaks; they go to the execution's `flags`. */
  readonly scan?: (code: string) => readonly string[];
  readonly onLog?: ((line: string) => void) | undefined;
  /** Makes sure that the environment is still what it was. */
  readonly verify?: Executor['verify'];
}

const lookAhead = 64;
/** Interpreters that wait for a call take little but memory. */
const mostConversations = 1000;
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
    level: options.level,
    uid: users?.first,
    onLog,
    start: (candidate) => starter.start(candidate, { tier: 'stdlib', seed: undefined }),
  });
  const modules = new Set(environment.modules);
  const stdlib = new Set(first.facts.stdlib);
  const isThirdParty = (name: string) => modules.has(name) && !stdlib.has(name);

  // No two runners have users in common, and a new one comes before an old one is gone.
  const runners = users ? users.count / users.perRunner : Number.POSITIVE_INFINITY;
  const planned = { parallel, placesAtOnce: first.facts.placesAtOnce, mostOfTier: runners / 8 };
  const processes = planProcesses({ ...planned, memoryMb });
  const useful = planProcesses({ ...planned, memoryMb: Number.POSITIVE_INFINITY });
  const isMemoryShort = tierNames.some((tier) => processes[tier] < useful[tier]);
  const pool = new Pool({
    parallel,
    runnersPerTier: processes,
    seedOf,
    onLog,
    admitsSleepers: options.parallel === undefined,
    availableBytes: createMemoryGauge(),
    seededRunners: planProcesses({ parallel, placesAtOnce: 1, memoryMb, mostOfTier: runners / 4 }).everything,
    start: (kind, banned) => starter.start(level, kind, banned),
    tierOf: (job) => tierFor(job, isThirdParty),
  });
  pool.adopt('stdlib', first);
  if (options.isWarm) await Promise.all(tierNames.map((tier) => pool.warm(tier)));

  // More than that, and the kernel would look for something to kill that may be ours.
  const mostMemoryMb = Math.ceil(memoryMb * programShare);

  const withinMemory = (limits: Limits) => ({ ...limits, memoryMb: Math.min(limits.memoryMb, mostMemoryMb) });
  const run = async (given: Job, signal: AbortSignal): Promise<Execution> => {
    const job = { ...given, limits: withinMemory(given.limits) };
    const first = await pool.run(job, signal);
    // A signal that we did not send may come from another process or the kernel: only a program that dies of it twice did so itself.
    const raw = first.outcome === 'killed' ? await pool.run(job, signal) : first;
    if (raw.outcome === 'killed' && raw.signal !== first.signal) {
      throw new RunnerFault(`a sample was killed by ${first.signal}, then by ${raw.signal}`);
    }
    return { id: job.id, status: upstreamStatusOf[raw.outcome], ...raw, flags: [...scan(job.code), ...raw.flags] };
  };
  // Each has a user of its own on its runner, and other programs need some, too.
  const mostWorlds = Math.min(mostConversations, users ? users.perRunner / 2 : Number.POSITIVE_INFINITY);
  let worlds = 0;
  const openWorld = async (job: Job, ...rest: [AbortSignal, ConversationHandlers]): Promise<RawExecution> => {
    if (worlds >= mostWorlds) {
      throw new RunnerFault(`${worlds} interpreters are open, and there is no room for another`);
    }
    worlds++;
    return pool.run(job, ...rest).finally(() => worlds--);
  };
  const converse = ({ limits, libs }: ConversationOptions) => {
    const script = { stdin: '', files: {}, fetch: [] };
    const job: Job = { id: 'conversation', code: '', test: '', script, limits: withinMemory(limits), libs: [...libs] };
    return new LocalConversation((handlers, signal) => openWorld(job, signal, handlers));
  };
  return createBoundedExecutor({
    info: { name: 'local', level, fingerprint: environment.fingerprint, engine, python: environment.pythonVersion },
    capacity: parallel,
    width: Math.max(lookAhead, 16 * parallel),
    run,
    verify: options.verify,
    sizing: { parallel, processes, isMemoryShort, mostMemoryMb, memoryGroup: starter.memoryGroup },
    // Where places are shared, a conversation would keep everybody else waiting.
    converse: first.facts.placesAtOnce === null ? converse : undefined,
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

interface StarterOptions {
  readonly environment: PythonEnvironment;
  /** The users that programs get, when we are root. */
  readonly users: UserRange | undefined;
  readonly onLog: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Starts runners in one environment, each with what its level needs on the host, removed when it ends. */
export function createStarter({ environment, users, onLog, signal }: StarterOptions) {
  const modules = new Set(environment.modules);
  const uid = users?.first;
  const takeUsers = users && divideUsers(users);
  let isMappable: boolean | undefined;
  const mayTakeUsers = (level: LocalLevel) => {
    if (users && level === 'namespaces') isMappable ??= canMapUsers(users);
    return level === 'root' || (level === 'namespaces' && isMappable);
  };
  let memoryGroup: MemoryGroupVersion | undefined;
  return {
    /** The version of the control groups that limit the memory of samples, where there are any. */
    get memoryGroup() {
      return memoryGroup;
    },
    start: async (level: LocalLevel, { tier, seed }: RunnerKind, banned?: ReadonlySet<string>): Promise<Runner> => {
      const preload = preloadOf(tier, modules).filter((name) => !banned?.has(name));
      const isOnHost = level === 'landlock' || level === 'none';
      const scratch = isOnHost ? createScratch(uid) : undefined;
      const own = mayTakeUsers(level) ? takeUsers?.() : undefined;
      const group = createGroupFor(level, own?.first ?? uid);
      const cleanUp = () => {
        // A program may have made it deeper than Node can reach.
        if (scratch !== undefined) spawnSync('rm', ['-rf', '--', scratch]);
        group?.remove();
        own?.release();
      };
      try {
        const command = buildSandboxCommand({ level, environment, uid, users: own, scratch, group, seed });
        const runner = await Runner.start({ command, preload, onLog }, signal);
        void runner.exited.then(cleanUp);
        memoryGroup ??= group?.version;
        return runner;
      } catch (error) {
        cleanUp();
        throw error;
      }
    },
  };
}

/** Where samples could reach the group's folder it would be no limit; at level root it is root who puts them into it. */
function createGroupFor(level: LocalLevel, uid: number | undefined): MemoryGroup | undefined {
  if (level === 'namespaces') return createMemoryGroup(uid);
  return level === 'root' ? createMemoryGroup(0) : undefined;
}

/** An empty folder outside the project, for one runner. */
function createScratch(uid: number | undefined): string {
  const folder = mkdtempSync(join(tmpdir(), `bcb-${process.pid}-`));
  chmodSync(folder, 0o700);
  if (uid !== undefined) chownSync(folder, uid, uid);
  return folder;
}

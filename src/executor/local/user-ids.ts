import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { RunnerFault } from './runner.ts';

/** Users of this machine that nobody has, from `first` on. */
export type UserRange = Readonly<Record<'first' | 'count' | 'perRunner', number>>;

export type RunnerUsers = Pick<UserRange, 'first' | 'count'>;

/** Ids that neither distributions nor containers give to anybody, so many for each process. */
const unassigned = { first: 0x7000_0000, perProcess: 262_144, processes: 1023, perRunner: 1024 };
/** In a container that has the first 65,536 only: high ones of those for people, who are given the lowest. */
const withinContainer = { first: 16_384, perProcess: 4096, processes: 10, perRunner: 64 };

/** The users of the programs that one executor runs at the same time as others, for when we are root. */
export function unusedUsers(pid = process.pid, map = readFileSync('/proc/self/uid_map', 'utf8')): UserRange {
  const rangeOf = ({ first, perProcess, processes, perRunner }: typeof unassigned): UserRange => {
    return { first: first + (pid % processes) * perProcess, count: perProcess, perRunner };
  };
  const wide = rangeOf(unassigned);
  // Each line says what is first inside, what that is outside, and how many there are.
  const isMapped = map.split('\n').some((line) => {
    const [inside = 0, , length = 0] = line.trim().split(/\s+/).map(Number);
    return inside <= wide.first && wide.first + wide.count <= inside + length;
  });
  return isMapped ? wide : rangeOf(withinContainer);
}

/** Divides a range among runners: each takes users of its own, and releases them when it ends. */
export function divideUsers({ first, count, perRunner }: UserRange) {
  const free = Array.from({ length: Math.floor(count / perRunner) }, (_, number) => first + number * perRunner);
  return () => {
    const own = free.shift();
    if (own === undefined) throw new RunnerFault(`${count / perRunner} runners have all users that nobody has`);
    return { first: own, count: perRunner, release: () => void free.unshift(own) };
  };
}

const rangeScript = fileURLToPath(new URL('../../../python/sh/user-range.sh', import.meta.url));

/** Starts a command, as root, in a user namespace of these users, as the first of them. */
export function inUserRange(command: readonly string[], { first, count }: RunnerUsers): string[] {
  return ['/bin/sh', rangeScript, String(first), String(count), ...command];
}

/** Whether this root may make such a namespace: in some containers none can. */
export function canMapUsers(range: RunnerUsers): boolean {
  const [file = '', ...args] = inUserRange(['true'], range);
  return spawnSync(file, args, { stdio: 'ignore', timeout: 10_000, killSignal: 'SIGKILL' }).status === 0;
}

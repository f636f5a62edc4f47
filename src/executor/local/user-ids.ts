import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Users of this machine that nobody has, from `first` on. */
export type UserRange = Readonly<Record<'first' | 'count', number>>;

/** Ids that neither distributions nor containers give to anybody, so many for each process. */
const unassigned = { first: 0x7000_0000, perProcess: 65_536, processes: 4095 };
/** In a container that has the first 65,536 only, ids that distributions leave unused. */
const withinContainer = { first: 60_600, processes: 500, perProcess: 4096 };
const mostRunners = 64;

/** The users of the programs that one executor runs at the same time as others, for when we are root. */
export function unusedUsers(pid = process.pid, map = readFileSync('/proc/self/uid_map', 'utf8')): UserRange {
  const { first, perProcess, processes } = unassigned;
  const wide = { first: first + (pid % processes) * perProcess, count: perProcess };
  // Each line says what is first inside, what that is outside, and how many there are.
  const isMapped = map.split('\n').some((line) => {
    const [inside = 0, , length = 0] = line.trim().split(/\s+/).map(Number);
    return inside <= wide.first && wide.first + wide.count <= inside + length;
  });
  if (isMapped) return wide;
  return { first: withinContainer.first + (pid % withinContainer.processes), count: withinContainer.perProcess };
}

export function usersPerRunner({ count }: UserRange): number {
  return Math.floor(count / mostRunners);
}

/** Divides a range among runners: each takes users of its own, and releases them when it ends. */
export function divideUsers(range: UserRange) {
  const count = usersPerRunner(range);
  const taken = new Set<number>();
  return (): UserRange & { release(): void } => {
    const numbers = Array.from({ length: mostRunners }, (_, number) => number);
    const number = numbers.find((each) => !taken.has(each)) ?? 0;
    taken.add(number);
    return { first: range.first + number * count, count, release: () => taken.delete(number) };
  };
}

const rangeScript = fileURLToPath(new URL('../../../python/sh/user-range.sh', import.meta.url));

/** Starts a command, as root, in a user namespace of these users, as the first of them. */
export function inUserRange(command: readonly string[], { first, count }: UserRange): string[] {
  return ['/bin/sh', rangeScript, String(first), String(count), ...command];
}

/** Whether this root may make such a namespace: in some containers none can. */
export function canMapUsers(range: UserRange): boolean {
  const [file = '', ...args] = inUserRange(['true'], range);
  return spawnSync(file, args, { stdio: 'ignore', timeout: 10_000, killSignal: 'SIGKILL' }).status === 0;
}

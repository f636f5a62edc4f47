/**
 * What of the host a program could have changed, before and after. Other programs of the machine go on meanwhile, so
 * what is looked at is ours: processes below this one; whatever carries the user id that samples run as; and whatever
 * carries the marker, a word that every program of the corpus puts into the names of the things it makes.
 */
import { existsSync, readFileSync } from 'node:fs';
import { homedir, hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFiles, stampTree } from './files.ts';
import { descendantsOf, type ProcessRow, readProcesses } from './processes.ts';
import { readListeningSockets } from './sockets.ts';

export const marker = 'bcbhostile';
const usersPerRunner = 1024;
/** The key of System V objects that programs of the corpus make: `bcbh`. */
const markerKey = String(0x62636268);

export type HostAspect = 'processes' | 'mounts' | 'sockets' | 'cgroups' | 'files' | 'repository' | 'ipc' | 'kernel';

/** Sorted facts per aspect; two equal ones may stand side by side. */
export type HostSnapshot = Readonly<Record<HostAspect, readonly string[]>>;

export interface HostQuery {
  /** The process whose family and whose mounts are watched. */
  readonly pid: number;
  /** User ids that only samples have. */
  readonly sampleUids: ReadonlySet<number>;
  readonly repository: string;
}

export function takeSnapshot(query: HostQuery): HostSnapshot {
  const { pid, sampleUids, repository } = query;
  const isOurs = (text: string, uid: number | undefined) =>
    text.includes(marker) || (uid !== undefined && sampleUids.has(uid));
  const facts: Record<HostAspect, string[]> = {
    processes: processFacts(pid, isOurs),
    mounts: linesOf(`/proc/${pid}/mountinfo`).map((line) => line.split(' ').slice(3).join(' ')),
    sockets: readListeningSockets()
      .filter(({ address, uid }) => isOurs(address, uid))
      .map(({ address }) => address),
    cgroups: findFiles({ folder: '/sys/fs/cgroup', depth: 4, isWanted: isOurs }),
    files: watchedFolders()
      .flatMap((watched) => findFiles({ ...watched, isWanted: isOurs }))
      .filter((path) => !isOfAnotherRun(path, pid)),
    repository: stampTree(repository),
    ipc: ipcFacts(isOurs),
    kernel: [hostname(), ...['kernel/core_pattern', 'kernel/modprobe', 'vm/overcommit_memory'].map(kernelSetting)],
  };
  for (const lines of Object.values(facts)) lines.sort();
  return facts;
}

/** What is there after and was not before, and the other way round, in words. */
export function compareSnapshots(before: HostSnapshot, after: HostSnapshot): string[] {
  return (Object.keys(before) as HostAspect[]).flatMap((aspect) => [
    ...without(after[aspect], before[aspect]).map((fact) => `${aspect}: new ${fact}`),
    ...without(before[aspect], after[aspect])
      .filter((fact) => aspect !== 'mounts' || isSystemMount(fact))
      .map((fact) => `${aspect}: gone ${fact}`),
  ]);
}

/** The host unmounts what users and services mounted whenever it likes; only what every program relies on stays. */
function isSystemMount(fact: string): boolean {
  const [, mountPoint = ''] = fact.split(' ');
  return /^\/($|(proc|sys|dev|tmp|usr|etc|home)(\/|$))/.test(mountPoint);
}

function without(facts: readonly string[], taken: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const fact of taken) counts.set(fact, (counts.get(fact) ?? 0) + 1);
  return facts.filter((fact) => {
    const count = counts.get(fact) ?? 0;
    counts.set(fact, count - 1);
    return count <= 0;
  });
}

/**
 * The shape of our family by names (ids change when a process is replaced), and strays. Descendants of our parent are
 * none: the corpus may be running in several processes of one test run.
 */
function processFacts(pid: number, isOurs: (text: string, uid: number) => boolean): string[] {
  const rows = readProcesses();
  const family = new Set(descendantsOf(rows, pid));
  const isMarked = ({ name, commandLine, uid }: ProcessRow) => isOurs(`${name} ${commandLine}`, uid);
  const parent = rows.find((row) => row.pid === pid)?.parent ?? pid;
  const relatives = new Set(parent > 1 ? descendantsOf(rows, parent) : family);
  const strays = rows.filter((row) => !relatives.has(row) && isMarked(row));
  return [...[...family].map(({ name }) => name), ...strays.map(({ pid: id, name }) => `${name} (stray ${id})`)];
}

/**
 * Folders of the engine carry the id of the process that made them. What is in those of another living process belongs
 * to the corpus that runs there.
 */
function isOfAnotherRun(path: string, pid: number): boolean {
  const owner = Number(/\/bcb-(\d+)-/.exec(path)?.[1] ?? pid);
  return owner !== pid && existsSync(`/proc/${owner}`);
}

function watchedFolders(): { folder: string; depth: number }[] {
  const deep = new Set([tmpdir(), '/tmp', '/var/tmp', '/dev/shm']);
  const shallow = new Set(['/', '/etc', '/run', '/dev', '/dev/mqueue', '/usr/local/bin', '/var/lib', homedir()]);
  return [
    ...[...deep].map((folder) => ({ folder, depth: 2 })),
    ...[...shallow].map((folder) => ({ folder, depth: 0 })),
    { folder: join(homedir(), '.local'), depth: 5 },
  ];
}

function ipcFacts(isOurs: (text: string, uid: number) => boolean): string[] {
  return ['shm', 'sem', 'msg'].flatMap((kind) => {
    const [head = '', ...rows] = linesOf(`/proc/sysvipc/${kind}`);
    const uidColumn = head.trim().split(/\s+/).indexOf('uid');
    return rows.flatMap((row) => {
      const fields = row.trim().split(/\s+/);
      return fields[0] === markerKey || isOurs('', Number(fields[uidColumn])) ? [`${kind} ${fields[1]}`] : [];
    });
  });
}

function kernelSetting(name: string): string {
  return `${name} ${linesOf(`/proc/sys/${name}`).join(' ')}`;
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  } catch {
    return [];
  }
}

/** The user ids below a process that are not its own: those that the sandbox drops to when it is started by root. */
export function foreignUids(pid: number): Set<number> {
  const own = process.getuid?.();
  const rows = descendantsOf(readProcesses(), pid);
  const found = rows.map(({ uid }) => uid).filter((uid) => uid !== own && uid !== 0);
  // A runner's samples have the users that follow its own.
  return new Set(found.flatMap((uid) => Array.from({ length: usersPerRunner }, (_, at) => uid + at)));
}

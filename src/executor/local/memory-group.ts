/**
 * A control group for the memory and the CPU time of one runner's samples, of version 1 or 2. The runner makes child groups below it,
 * one per sample. Where the host delegates none there is none: a plain user outside of what systemd delegates, most containers.
 */
import { spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

export type MemoryGroupVersion = 1 | 2;

export interface MemoryGroup {
  readonly version: MemoryGroupVersion;
  /** Where the runner may make child groups. */
  readonly folder: string;
  /** The same for CPU time, where version 1 counts it: elsewhere. */
  readonly cpuFolder?: string | undefined;
  /** Version 2: the file that a process writes itself into before it becomes the runner, so that its samples may move within. */
  readonly procsFile?: string;
  remove(): void;
}

const mountPoint = '/sys/fs/cgroup';
/** Names the pid namespace: containers may share the folder of groups, and a pid means another process in each. */
const prefix = `bcb-${readPidNamespace()}-`;

let count = 0;

/** Makes a group that a user may divide; without a user id, for the one we are. Undefined where there is none to be had. */
export function createMemoryGroup(uid?: number): MemoryGroup | undefined {
  return createVersion1(uid) ?? createVersion2(uid);
}

function createVersion1(uid: number | undefined): MemoryGroup | undefined {
  if (uid === undefined) return undefined;
  const memory = createOfKind('memory', 'memory.limit_in_bytes', uid);
  const cpu = memory && createOfKind('cpuacct', 'cpuacct.usage', uid);
  const remove = () => {
    memory?.remove();
    cpu?.remove();
  };
  return memory && { ...memory, cpuFolder: cpu?.folder, remove };
}

function createOfKind(kind: string, file: string, uid: number): MemoryGroup | undefined {
  const mount = join(mountPoint, kind);
  if (!existsSync(join(mount, file))) return undefined;
  const own = join(mount, ownPath(new RegExp(`^\\d+:(?:[\\w,]*,)?${kind}(?:,[\\w,]*)?:(.*)$`, 'm')) ?? '/');
  // In our own group, so that what limits us limits the samples too.
  return makeIn(existsSync(own) ? own : mount, (folder) => {
    for (const name of ['.', 'cgroup.procs', 'tasks']) chownSync(join(folder, name), uid, uid);
    return { version: 1 };
  });
}

function createVersion2(uid: number | undefined): MemoryGroup | undefined {
  const path = ownPath(/^0::(.*)$/m);
  const mount = [mountPoint, join(mountPoint, 'unified')].find((each) => existsSync(join(each, 'cgroup.controllers')));
  if (path === undefined || mount === undefined) return undefined;
  // A group that has processes cannot be divided: ours is a sibling of the one we are in, unless that is the root.
  return makeIn(path === '/' ? mount : dirname(join(mount, path)), (folder) => {
    writeFileSync(join(folder, 'cgroup.subtree_control'), '+memory');
    const main = join(folder, 'main');
    mkdirSync(main);
    const procsFile = join(main, 'cgroup.procs');
    for (const file of [folder, join(folder, 'cgroup.procs'), main, procsFile]) {
      if (uid !== undefined) chownSync(file, uid, uid);
    }
    // Who may write the files may still not be allowed to move processes from where we are.
    const tried = spawnSync('/bin/sh', ['-c', 'echo 0 > "$1"', 'sh', procsFile], { stdio: 'ignore' });
    if (tried.status !== 0) throw new Error('no process can enter the group');
    return { version: 2, procsFile };
  });
}

function readPidNamespace(): string {
  const link = '/proc/self/ns/pid';
  return /\d+/.exec(existsSync(link) ? readlinkSync(link) : '')?.[0] ?? '0';
}

function ownPath(line: RegExp): string | undefined {
  const file = '/proc/self/cgroup';
  return line.exec(existsSync(file) ? readFileSync(file, 'utf8') : '')?.[1];
}

type Prepare = (folder: string) => Pick<MemoryGroup, 'version' | 'procsFile'>;

function makeIn(parent: string, prepare: Prepare): MemoryGroup | undefined {
  const folder = join(parent, `${prefix}${process.pid}-${count++}`);
  try {
    removeStale(parent);
    mkdirSync(folder);
    return { folder, ...prepare(folder), remove: () => removeGroup(folder) };
  } catch {
    removeGroup(folder);
    return undefined;
  }
}

/** Groups of processes that were killed before they could clean up. */
function removeStale(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(prefix) ? name.slice(prefix.length).split('-')[0] : undefined;
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) removeGroup(join(parent, name));
  }
}

function removeGroup(folder: string): void {
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) rmdirSync(join(folder, entry.name));
    }
    rmdirSync(folder);
  } catch {
    // Its last process is still being buried: the next executor removes it.
  }
}

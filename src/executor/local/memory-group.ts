import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';

const mountPoint = '/sys/fs/cgroup/memory';
const prefix = 'bcb-';

/** A control group for the memory of one zygote's samples, which may make leaves below it. */
export interface MemoryGroup {
  readonly folder: string;
  remove(): void;
}

let count = 0;

/**
 * Makes a control group (version 1) that a user may divide. Undefined if there is none to be had, as for a plain
 * user, in most containers, and under version 2: then limits per process and a watchdog have to do.
 */
export function createMemoryGroup(uid: number): MemoryGroup | undefined {
  const parent = ownGroup();
  if (parent === undefined) return undefined;
  const folder = join(parent, `${prefix}${process.pid}-${count++}`);
  try {
    removeStale(parent);
    mkdirSync(folder);
    for (const name of ['.', 'cgroup.procs', 'tasks']) chownSync(join(folder, name), uid, uid);
    return { folder, remove: () => removeGroup(folder) };
  } catch {
    removeGroup(folder);
    return undefined;
  }
}

/** The group we are in ourselves, so that what limits us limits the samples too. */
function ownGroup(): string | undefined {
  if (!existsSync(join(mountPoint, 'memory.limit_in_bytes'))) return undefined;
  const path = /^\d+:memory:(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1] ?? '/';
  const folder = join(mountPoint, path);
  return existsSync(folder) ? folder : mountPoint;
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

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** What must look the same after a hostile program as before it. */
export interface HostState {
  /** Processes that descend from this one; their number, since the ready-made worlds come and go. */
  readonly processes: number;
  /** Processes of the sandbox's user that do not descend from us: escaped. */
  readonly strays: number;
  readonly temporary: readonly string[];
  readonly sharedMemory: readonly string[];
  readonly mounts: number;
  readonly controlGroups: readonly string[];
}

export function readHostState(sandboxUid: number | undefined): HostState {
  const { family, strays } = readProcesses(sandboxUid);
  const prefix = `bcb-${process.pid}-`;
  const own = (folder: string) =>
    existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith(prefix)) : [];
  return {
    processes: family,
    strays,
    temporary: own(tmpdir()).sort(),
    sharedMemory: filesOf('/dev/shm', sandboxUid),
    mounts: readFileSync('/proc/self/mountinfo', 'utf8').split('\n').length,
    controlGroups: ['memory', 'pids', 'unified', '.'].flatMap((name) => own(`/sys/fs/cgroup/${name}`)).sort(),
  };
}

/** Waits until the host looks as before: the kernel takes some milliseconds to bury a namespace. */
export async function settledHostState(before: HostState, sandboxUid: number | undefined): Promise<HostState> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const now = readHostState(sandboxUid);
    if (JSON.stringify(now) === JSON.stringify(before)) return now;
    await sleep(20);
  }
  return readHostState(sandboxUid);
}

function filesOf(folder: string, uid: number | undefined): string[] {
  return readdirSync(folder)
    .filter((name) => statSync(`${folder}/${name}`, { throwIfNoEntry: false })?.uid === uid)
    .sort();
}

function readProcesses(sandboxUid: number | undefined): { family: number; strays: number } {
  const parents = new Map<number, number>();
  const ofSandbox: number[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (state === 'Z') continue;
      parents.set(Number(name), Number(parent));
      if (statSync(`/proc/${name}`).uid === sandboxUid) ofSandbox.push(Number(name));
    } catch {
      // It ended while we looked.
    }
  }
  const isOurs = (pid: number): boolean => pid === process.pid || (parents.has(pid) && isOurs(parents.get(pid) ?? 0));
  return {
    family: [...parents.keys()].filter(isOurs).length,
    strays: ofSandbox.filter((pid) => !isOurs(pid)).length,
  };
}

/** Processes by number and start: a number alone may belong to another one a moment later. */
import { readdirSync, readFileSync } from 'node:fs';

/** What `/proc` says of a process. */
export function readProcess(pid: number | undefined): { readonly mb: number; readonly descriptors: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kb = Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1] ?? 0);
  return { mb: kb / 1024, descriptors: readdirSync(`/proc/${pid}/fd`).length };
}

/** Everything that a process has started and that still hangs on it, as `PID START`. */
export function listDescendants(root: number | undefined): string[] {
  const all = new Map(listProcesses().map((each) => [each.pid, each]));
  const isBelow = (pid: number): boolean => {
    const parent = all.get(pid)?.parent ?? 0;
    return parent === root || (parent > 1 && isBelow(parent));
  };
  return [...all.values()].filter(({ pid }) => isBelow(pid)).map(({ name }) => name);
}

/** Which of these still run. */
export function listAlive(names: Iterable<string>): string[] {
  const all = new Set(listProcesses().map(({ name }) => name));
  return [...names].filter((name) => all.has(name));
}

function listProcesses() {
  return readdirSync('/proc').flatMap((entry) => {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) return [];
    try {
      // Its second field may hold anything, in parentheses.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      return fields[0] === 'Z' ? [] : [{ pid, parent: Number(fields[1]), name: `${pid} ${fields[19]}` }];
    } catch {
      // It ended meanwhile.
      return [];
    }
  });
}

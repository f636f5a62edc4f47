import { readdirSync, readFileSync, statSync } from 'node:fs';

export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly uid: number;
  readonly name: string;
  readonly commandLine: string;
}

/** Every process of this machine that is not a zombie. */
export function readProcesses(): ProcessRow[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readRow(Number(name)) ?? []);
}

function readRow(pid: number): ProcessRow | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    const [state, parent] = stat.slice(end + 2).split(' ');
    if (state === 'Z' || state === 'X') return undefined;
    return {
      pid,
      parent: Number(parent),
      uid: statSync(`/proc/${pid}`).uid,
      name: stat.slice(stat.indexOf('(') + 1, end),
      commandLine: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(),
    };
  } catch {
    return undefined; // it ended while we looked
  }
}

export function descendantsOf(rows: readonly ProcessRow[], ancestor: number): ProcessRow[] {
  const family = new Set([ancestor]);
  let grown = true;
  while (grown) {
    grown = false;
    for (const { pid, parent } of rows) {
      if (family.has(parent) && !family.has(pid)) {
        family.add(pid);
        grown = true;
      }
    }
  }
  family.delete(ancestor);
  return rows.filter(({ pid }) => family.has(pid));
}

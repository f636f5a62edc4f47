import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
  /** In ticks since the machine started: numbers of processes are used again. */
  readonly startedAt: number;
}

/** Every process below one, itself not included; zombies do not count. */
export function listDescendants(root: number): ProcessRow[] {
  const rows = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)));
  const found: ProcessRow[] = [];
  const waiting = [root];
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    for (const row of rows.filter(({ parent }) => parent === pid)) {
      found.push(row);
      waiting.push(row.pid);
    }
  }
  return found;
}

/** Waits until none of these processes exists; gives those that still do after some seconds. */
export async function waitUntilGone(rows: readonly ProcessRow[]): Promise<ProcessRow[]> {
  const isAlive = (row: ProcessRow) => readProcess(row.pid).some(({ startedAt }) => startedAt === row.startedAt);
  const living = () => rows.filter(isAlive);
  for (let attempt = 0; attempt < 500 && living().length > 0; attempt++) await sleep(20);
  return living();
}

/** How many pid namespaces a process is in, one in the other. */
export function countPidNamespaces({ pid }: ProcessRow): number {
  return (
    readFileSync(`/proc/${pid}/status`, 'utf8')
      .match(/^NSpid:(.*)$/m)?.[1]
      ?.trim()
      .split(/\s+/).length ?? 0
  );
}

/** The process of that number, if there is one. */
export function readProcess(pid: number): ProcessRow[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, parent] = fields;
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    return state === 'Z' ? [] : [{ pid, parent: Number(parent), name, startedAt: Number(fields[19]) }];
  } catch {
    return [];
  }
}

import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
}

/** Every process below one, itself not included; zombies do not count. */
export function listDescendants(root: number): ProcessRow[] {
  const rows = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readRow);
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
export async function waitUntilGone(pids: readonly number[]): Promise<number[]> {
  const living = () => pids.filter((pid) => readRow(String(pid)).length > 0);
  for (let attempt = 0; attempt < 500 && living().length > 0; attempt++) await sleep(20);
  return living();
}

function readRow(pid: string): ProcessRow[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    return state === 'Z' ? [] : [{ pid: Number(pid), parent: Number(parent), name }];
  } catch {
    return [];
  }
}

import { readdirSync, readFileSync } from 'node:fs';

const msPerTick = 10;

interface Row {
  readonly pid: number;
  readonly parent: number;
  readonly cpuMs: number;
  readonly residentMb: number;
}

/** What this process's long-lived descendants have used and hold, without samples that ended. */
export interface TreeUsage {
  readonly cpuMs: number;
  readonly residentMb: number;
  readonly descriptors: number;
  readonly processes: number;
}

export function readTree(): TreeUsage {
  const rows = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readRow);
  const below = new Set([process.pid]);
  for (let size = 0; size !== below.size; ) {
    size = below.size;
    for (const row of rows) if (below.has(row.parent)) below.add(row.pid);
  }
  below.delete(process.pid);
  const family = rows.filter((row) => below.has(row.pid));
  const sum = (of: (row: Row) => number) => family.reduce((total, row) => total + of(row), 0);
  return {
    cpuMs: sum((row) => row.cpuMs),
    residentMb: sum((row) => row.residentMb),
    descriptors: sum((row) => countDescriptors(row.pid)),
    processes: family.length,
  };
}

function readRow(pid: string): Row[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const proportional = /^Pss:\s+(\d+)/m.exec(readOptional(`/proc/${pid}/smaps_rollup`))?.[1];
    return [
      {
        pid: Number(pid),
        parent: Number(fields[1]),
        cpuMs: (Number(fields[11]) + Number(fields[12])) * msPerTick,
        residentMb: proportional ? Number(proportional) / 1024 : (Number(fields[21]) * 4096) / 2 ** 20,
      },
    ];
  } catch {
    return [];
  }
}

function readOptional(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function countDescriptors(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}

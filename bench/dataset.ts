/** How long it takes to load all tasks from the verified cache and from files, compared with JSON.parse alone. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { resolveCachedPath } from '../src/dataset/load-hub-tasks.ts';
import { loadTasks } from '../src/dataset/load-tasks.ts';
import { writeCachedFile } from '../src/dataset/task-cache.ts';
import { listTestNames } from '../src/dataset/test-names.ts';
import { takeRows, writeParquet } from '../src/dataset/testing/dataset-rows.ts';
import { renderTable } from '../src/report/text-table.ts';

const rounds = 15;
const warmUps = 3;
const targetMs = 150;

export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-dataset-'));
  try {
    const rows = takeRows(1140);
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    const variables = { BCB_CACHE_DIR: folder, HF_HUB_OFFLINE: '1' };
    const cached = resolveCachedPath({ subset: 'full', variables });
    await writeCachedFile(cached, text);
    const packed = join(folder, 'tasks.jsonl.gz');
    await writeFile(packed, gzipSync(text));
    const columns = join(folder, 'tasks.parquet');
    await writeFile(columns, writeParquet(rows));
    const { tasks } = await loadTasks({ variables });

    const cases: readonly [string, () => unknown][] = [
      ['JSON.parse of every line, nothing else', () => readFile(cached, 'utf8').then(parseLines)],
      ['loadTasks, verified cache', () => loadTasks({ variables })],
      ['loadTasks, JSONL', () => loadTasks({ subset: cached })],
      ['loadTasks, JSONL.gz', () => loadTasks({ subset: packed })],
      ['loadTasks, parquet', () => loadTasks({ subset: columns })],
      ['loadTasks, starter', () => loadTasks({ subset: 'starter' })],
      ['names of all tests', () => tasks.map(({ test }) => listTestNames(test))],
    ];
    const table = [['', 'median ms', 'fastest', 'slowest', 'CPU ms']];
    for (const [name, work] of cases) table.push([name, ...(await measure(work))]);
    console.log(
      `${tasks.length} tasks, ${(text.length / 1e6).toFixed(1)} MB, ${rounds} rounds; target of the cache: ${targetMs} ms`,
    );
    console.log(renderTable(table, { right: [1, 2, 3, 4] }));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function parseLines(text: string): unknown[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** Median and extremes of wall time, and the median of CPU time, which other work on the machine affects less. */
async function measure(work: () => unknown): Promise<string[]> {
  const wallMs: number[] = [];
  const cpuMs: number[] = [];
  for (let round = 0; round < rounds + warmUps; round++) {
    const startedAt = performance.now();
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    if (round < warmUps) continue;
    wallMs.push(performance.now() - startedAt);
    cpuMs.push((user + system) / 1000);
  }
  const [wall, cpu] = [wallMs, cpuMs].map((times) => times.sort((a, b) => a - b));
  const middle = Math.floor(rounds / 2);
  return [wall?.[middle], wall?.[0], wall?.at(-1), cpu?.[middle]].map((time) => (time ?? 0).toFixed(0));
}

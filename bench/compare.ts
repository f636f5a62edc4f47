/** `npm run bench -- compare`: how long comparing and ranking take, each in a process of its own. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadTasks } from '../src/dataset/load-tasks.ts';
import { createRandom } from '../src/util/random.ts';
import { hasSharedData, sharedData } from '../src/util/testing/shared-data.ts';
import { standInTasks, writeRuns } from './compare/write-runs.ts';
import type { BenchResult } from './support/results.ts';

const bin = join(import.meta.dirname, '..', 'dist', 'bin.js');

export async function run(): Promise<BenchResult> {
  if (!existsSync(bin)) throw new Error('Run `npm run build` first.');
  const folder = await mkdtemp(join(tmpdir(), 'bcb-compare-'));
  try {
    const tasks = hasSharedData
      ? (await loadTasks({ subset: sharedData('bigcodebench-v0.1.4.jsonl.gz') })).tasks
      : standInTasks();
    const matrix = hasSharedData ? sharedData('leaderboard', 'complete-matrix.csv') : join(folder, 'matrix.csv');
    if (!hasSharedData) await writeFile(matrix, drawMatrix(tasks.map(({ id }) => id)));
    const two = await writeRuns({ folder: join(folder, 'two'), runs: 2, samples: 1, tasks });
    const ten = await writeRuns({ folder: join(folder, 'ten'), runs: 10, samples: 100, tasks });
    const board = ['leaderboard', '--matrix', matrix, '--json'];
    const battles = [...board, '--elo', 'upstream', '--resamples', '100'];
    const rows = [
      ['command', 'seconds', 'limit', 'MB'],
      measure('leaderboard, 153 models, 10,000 resamples of tasks', { words: board, limit: 20 }),
      measure('leaderboard, Elo of 3.7 million battles, 500 times', { words: battles, limit: 60 }),
      measure('compare of two full runs', { words: ['compare', ...two, '--json'], limit: 1 }),
      measure('compare of ten runs with 100 samples', { words: ['compare', ...ten, '--json'], limit: 10 }),
    ];
    return [{ rows }];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function measure(name: string, { words, limit }: { words: readonly string[]; limit: number }): string[] {
  const startedAt = performance.now();
  const { status, stderr } = spawnSync('/usr/bin/time', ['-f', '%M', process.execPath, bin, ...words], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const seconds = (performance.now() - startedAt) / 1000;
  if (status !== 0) throw new Error(`${name}: ${stderr}`);
  const megabytes = Number(stderr.trim().split('\n').at(-1)) / 1024;
  return [name, seconds.toFixed(1), String(limit), megabytes.toFixed(0)];
}

function drawMatrix(taskIds: readonly string[]): string {
  const random = createRandom(1);
  const difficulties = taskIds.map(() => random());
  const lines = Array.from({ length: 153 }, (_, model) =>
    [`model-${model}`, ...difficulties.map((difficulty) => (random() * 1.5 * (model / 153) > difficulty ? 1 : 0))].join(
      ',',
    ),
  );
  return `${['Model', ...taskIds].join(',')}\n${lines.join('\n')}\n`;
}

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { BenchResult } from './support/results.ts';

const rounds = 15;

/** `bcb --help` compared with an empty Node, in one run on one machine. */
export async function run(): Promise<BenchResult> {
  const bin = join(import.meta.dirname, '..', 'dist', 'bin.js');
  const empty: number[] = [];
  const help: number[] = [];
  for (let round = 0; round < rounds; round++) {
    empty.push(measure(['-e', '0']));
    help.push(measure([bin, '--help']));
  }
  const difference = median(help) - median(empty);
  const rows = [
    ['', 'measured', 'target'],
    ['`node -e 0`', `${median(empty).toFixed(0)} ms`, ''],
    ['`bcb --help`', `${median(help).toFixed(0)} ms`, ''],
    ['difference', `${difference.toFixed(0)} ms`, '≤ 150 ms'],
  ];
  return [{ rows }];
}

function measure(words: string[]): number {
  const startedAt = performance.now();
  spawnSync(process.execPath, words, { stdio: 'ignore' });
  return performance.now() - startedAt;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

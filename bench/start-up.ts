import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const rounds = 15;

/** `bcb --help` compared with an empty Node, in one run on one machine. */
export async function run(): Promise<void> {
  const bin = join(import.meta.dirname, '..', 'dist', 'bin.js');
  const empty: number[] = [];
  const help: number[] = [];
  for (let round = 0; round < rounds; round++) {
    empty.push(measure(['-e', '0']));
    help.push(measure([bin, '--help']));
  }
  const difference = median(help) - median(empty);
  console.log(`node -e 0    ${median(empty).toFixed(0)} ms`);
  console.log(`bcb --help   ${median(help).toFixed(0)} ms`);
  console.log(`difference   ${difference.toFixed(0)} ms (target: at most 150)`);
}

function measure(words: string[]): number {
  const startedAt = performance.now();
  spawnSync(process.execPath, words, { stdio: 'ignore' });
  return performance.now() - startedAt;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** The programs of examples/, run as a reader would, against the built library. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeNeeding } from '../../src/util/testing/needs.ts';
import { installed, recordedAnswers, root } from './testing/installed.ts';
import { runProgram } from './testing/run-program.ts';

const jiti = fileURLToPath(import.meta.resolve('jiti/register'));

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bcb-examples-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function runExample(name: string, ...words: string[]): Promise<string> {
  return runProgram(['--import', jiti, join(root, 'examples', name), ...words], {
    cwd: folder,
    environment: { BCB_CACHE_DIR: join(folder, 'cache') },
  });
}

describeNeeding(installed)('examples', () => {
  test('evaluate-file.ts judges a samples file', async () => {
    const out = await runExample('evaluate-file.ts', recordedAnswers, 'starter', '1', '7', '12');
    expect(out).toMatch(/^Starter\/1 fail test_/m);
    expect(out).toMatch(/^Starter\/7 pass/m);
    expect(out).toMatch(/pass@1 = 0\.66\d+ over 3 tasks, isolation \w+/);
  }, 120_000);

  test('custom-model.ts runs the benchmark with a model of its own, and goes on when typed again', async () => {
    const once = await runExample('custom-model.ts');
    expect(once.match(/^Starter\/\d \d+ ms$/gm)).toHaveLength(6);
    expect(once.match(/^Starter\/\d (pass|fail)$/gm)).toHaveLength(6);
    const last = (out: string) => out.trim().split('\n').at(-1);
    expect(last(once)).toMatch(/^pass@1 = 0\.66\d+, run [0-9a-f]{12}, .*cascade-of-replay-and-canonical/);
    const again = await runExample('custom-model.ts');
    expect(again.match(/^Starter\/\d (pass|fail)$/gm)).toBeNull();
    expect(last(again)).toBe(last(once));
  }, 240_000);

  test('benchmark.ts runs the benchmark and the sandbox in one call each', async () => {
    const out = await runExample('benchmark.ts');
    expect(out.match(/^Starter\/\d pass$/gm)).toHaveLength(5);
    expect(out).toMatch(/^pass@1 = 1 \(0\.\d+–1\), in .*runs\/[0-9a-f]{12}$/m);
    expect(out).toMatch(/^Starter\/0 pass, isolation \w+$/m);
  }, 240_000);

  test('reward.ts rewards what passes and nothing else', async () => {
    const rewards = [...(await runExample('reward.ts')).matchAll(/^(\w+) (\S+) advantage/gm)];
    expect(rewards.map(([, name, value]) => [name, Number(value)])).toEqual([
      ['right', 1],
      ['empty', 0],
      ['broken', 0],
      ['endless', 0],
    ]);
  }, 120_000);
});

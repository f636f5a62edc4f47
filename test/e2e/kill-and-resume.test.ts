import { spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { afterAll, beforeAll, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../src/cli/testing/evaluate-script.ts', import.meta.url));
const jiti = fileURLToPath(import.meta.resolve('jiti/register'));
const tasks = 40;
const kills = 20;

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'bcb-kill-'));
  const toLines = (rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const numbers = Array.from({ length: tasks }, (_, number) => number);
  const rows = numbers.map((number) => ({
    task_id: `Small/${number}`,
    complete_prompt: `def task_func():\n    """${number}"""\n`,
    instruct_prompt: '',
    canonical_solution: '    return 1',
    code_prompt: 'def task_func():',
    test: `import unittest\nclass TestCases(unittest.TestCase):\n    def test_a(self):\n        self.assertTrue(${number})\n`,
    entry_point: 'task_func',
    doc_struct: '{}',
    libs: '[]',
  }));
  await writeFile(join(root, 'tasks.jsonl'), toLines(rows));
  const samples = numbers.flatMap((number) =>
    ['right', 'right', `wrong ${number % 3}`].map((solution) => ({ task_id: `Small/${number}`, solution })),
  );
  await writeFile(join(root, 'samples.jsonl'), toLines(samples));
});
afterAll(() => rm(root, { recursive: true, force: true }));

interface Kill {
  /** How many programs were started when it comes. */
  readonly afterStarts: number;
  readonly thenMs: number;
}

/** Runs the command in a folder of its own, or goes on there; killed, if asked, at some moment. */
async function evaluate(name: string, kill?: Kill): Promise<'finished' | 'killed'> {
  const folder = join(root, name);
  await cp(join(root, 'tasks.jsonl'), join(folder, 'tasks.jsonl'));
  await cp(join(root, 'samples.jsonl'), join(folder, 'samples.jsonl'));
  const words = ['--subset', 'tasks.jsonl', '--samples', 'samples.jsonl', '--confirm-failures', '1', '--quiet'];
  const child = spawn(process.execPath, ['--import', jiti, script, folder, join(folder, 'cache'), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<string | number | null>((resolve) => {
    child.on('close', (code, signal) => resolve(signal ?? code));
  });
  let starts = 0;
  for await (const line of createInterface(child.stdout)) {
    if (line !== 'started' || ++starts !== kill?.afterStarts) continue;
    setTimeout(() => child.kill('SIGKILL'), kill.thenMs);
  }
  const end = await ended;
  if (end === 'SIGKILL') return 'killed';
  expect(end).toBe(0);
  return 'finished';
}

/** Everything that was written except when. */
async function readResults(name: string) {
  const folder = join(root, name);
  const [run = ''] = await readdir(join(folder, 'runs'));
  const table = await readFile(join(folder, 'runs', run, 'verdicts.parquet'));
  return {
    files: (await readdir(folder)).sort(),
    run,
    runFiles: (await readdir(join(folder, 'runs', run))).sort(),
    results: { ...JSON.parse(await readFile(join(folder, 'samples_eval_results.json'), 'utf8')), date: '' },
    passAtK: await readFile(join(folder, 'samples_pass_at_k.json'), 'utf8'),
    rows: await parquetReadObjects({
      file: table.buffer.slice(table.byteOffset, table.byteOffset + table.length) as ArrayBuffer,
      compressors,
    }),
  };
}

it(`is killed ${kills} times, resumed each time, and ends as if nothing had happened`, async () => {
  expect(await evaluate('undisturbed')).toBe('finished');
  // Whether a kill comes in the middle of the work or after its end is left to chance: the outcome must not depend on it.
  let killed = 0;
  for (let at = 0; at < kills; at++) {
    const kill = { afterStarts: 1 + Math.floor(Math.random() * 12), thenMs: Math.floor(Math.random() * 15) };
    if ((await evaluate('disturbed', kill)) === 'killed') killed++;
  }
  expect(await evaluate('disturbed')).toBe('finished');
  expect(killed).toBeGreaterThan(0);
  const [undisturbed, disturbed] = [await readResults('undisturbed'), await readResults('disturbed')];
  expect(disturbed).toEqual(undisturbed);
  expect(undisturbed.rows).toHaveLength(tasks * 3);
}, 600_000);

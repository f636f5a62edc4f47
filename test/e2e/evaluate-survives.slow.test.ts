import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { listRunFolders } from '../../src/store/manifest.ts';
import { createRandom } from '../../src/util/random.ts';
import { readFold } from './testing/read-fold.ts';

const script = fileURLToPath(new URL('../../src/cli/testing/evaluate-script.ts', import.meta.url));
const jiti = fileURLToPath(import.meta.resolve('jiti/register'));
const tasks = 40;
const kills = 20;
const seed = Number(process.env.BCB_TEST_SEED ?? 20240622);

let root = '';
/** How many programs an undisturbed run executes. */
let wholeStarts = 0;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'bcb-survives-'));
  await chmod(root, 0o755);
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
  wholeStarts = (await evaluate('undisturbed')).starts;
}, 120_000);
afterAll(() => rm(root, { recursive: true, force: true }));

interface Trouble {
  /** How many programs were started when the kill comes, and how long after. */
  readonly kill?: { readonly afterStarts: number; readonly thenMs: number };
  /** Largest file that may be written, in blocks of 512 bytes. */
  readonly fileBlocks?: number;
  readonly uid?: number;
}

/** A folder with the tasks and the samples; an earlier one is left as it is. */
async function createFolder(name: string): Promise<string> {
  const folder = join(root, name);
  if (existsSync(folder)) return folder;
  await mkdir(folder);
  for (const file of ['tasks.jsonl', 'samples.jsonl']) await cp(join(root, file), join(folder, file));
  return folder;
}

/** Runs the command in a folder of its own, or goes on there. Gives its exit code or signal, and its last line. */
async function evaluate(name: string, { kill, fileBlocks, uid }: Trouble = {}) {
  const folder = await createFolder(name);
  const files = ['--subset', 'tasks.jsonl', '--samples', 'samples.jsonl'];
  // Which of many passes an audit draws is chance; run-kill.slow.test.ts kills runs that audit all of theirs.
  const words = [...files, '--confirm-failures', '1', '--integrity', 'flags', '--quiet'];
  const program = [process.execPath, '--import', jiti, script, folder, join(folder, 'cache'), ...words];
  const limit = fileBlocks === undefined ? '' : `ulimit -f ${fileBlocks}; `;
  const child = spawn('sh', ['-c', `${limit}exec "$@"`, 'sh', ...program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const ended = new Promise<string | number | null>((resolve) => {
    child.on('close', (code, signal) => resolve(signal ?? code));
  });
  let starts = 0;
  let last = '';
  for await (const line of createInterface(child.stdout)) {
    last = line;
    if (line === 'started' && ++starts === kill?.afterStarts) setTimeout(() => child.kill('SIGKILL'), kill.thenMs);
  }
  return { end: await ended, last, starts };
}

/** Everything that was written except when. */
async function readResults(name: string) {
  const folder = join(root, name);
  const [run = ''] = await listRunFolders(folder);
  const table = await readFile(join(run, 'verdicts.parquet'));
  const file = Uint8Array.from(table).buffer;
  return {
    files: (await readdir(folder)).sort(),
    run: basename(run),
    runFiles: (await readdir(run)).sort(),
    fold: await readFold(run),
    results: { ...JSON.parse(await readFile(join(folder, 'samples_eval_results.json'), 'utf8')), date: '' },
    passAtK: await readFile(join(folder, 'samples_pass_at_k.json'), 'utf8'),
    rows: await parquetReadObjects({ file, compressors }),
  };
}

it(`is killed ${kills} times, resumed each time, and ends as if nothing had happened`, async () => {
  // Whether a kill comes in the middle of the work or after its end is left to chance: the result must not depend on it.
  const ends: unknown[] = [];
  const random = createRandom(seed);
  for (let at = 0; at < kills; at++) {
    const kill = { afterStarts: 1 + Math.floor(random() * 12), thenMs: Math.floor(random() * 15) };
    ends.push((await evaluate('killed', { kill })).end);
  }
  expect(ends.filter((end) => end !== 'SIGKILL' && end !== 0)).toEqual([]);
  expect(ends).toContain('SIGKILL');
  expect(await evaluate('killed')).toMatchObject({ end: 0, last: 'finished' });
  const [expected, found] = [await readResults('undisturbed'), await readResults('killed')];
  expect(found).toEqual(expected);
  expect(expected.rows).toHaveLength(tasks * 3);
}, 600_000);

it('says that the disk is full, loses nothing, and goes on when there is room', async () => {
  // The log of an undisturbed run does not fit: its end is missing.
  const [whole = ''] = await listRunFolders(join(root, 'undisturbed'));
  const { size } = await stat(join(whole, 'journal.jsonl'));
  const full = await evaluate('full', { fileBlocks: Math.floor((0.75 * size) / 512) });
  expect(full).toMatchObject({
    end: 3,
    last: expect.stringMatching(/^error No space left for .* rerun the same command/),
  });
  expect(full.starts).toBeGreaterThan(tasks);
  const resumed = await evaluate('full');
  expect(resumed).toMatchObject({ end: 0, last: 'finished' });
  // What was kept is not executed again; only a few may have been executed and not kept.
  expect(full.starts + resumed.starts).toBeLessThanOrEqual(wholeStarts + 40);
  expect(await readResults('full')).toEqual(await readResults('undisturbed'));
}, 120_000);

it('says before anything is executed that a folder cannot be written', async () => {
  const folder = await createFolder('read-only');
  await chmod(folder, 0o555);
  onTestFinished(() => chmod(folder, 0o755));
  // Root writes anywhere: the child becomes nobody.
  const isRoot = process.getuid?.() === 0;
  const refused = await evaluate('read-only', isRoot ? { uid: 65534 } : {});
  expect(refused).toMatchObject({ end: 1, starts: 0, last: expect.stringMatching(/Cannot write .* is not writable/) });
});

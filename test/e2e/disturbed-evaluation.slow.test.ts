/** The real command in the real sandbox, disturbed from outside: what it keeps must be what an undisturbed run finds. */
import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resolveDataFolder } from '../../src/environment/data-folder.ts';
import { listProgramEnvironments } from '../../src/environment/load-environment.ts';
import { listDescendants } from '../../src/executor/local/testing/process-tree.ts';
import { listRunFolders } from '../../src/store/manifest.ts';
import { describeNeeding } from '../../src/util/testing/needs.ts';

const command = fileURLToPath(new URL('../../src/bin.ts', import.meta.url));
const jiti = fileURLToPath(import.meta.resolve('jiti/register'));
const [installed] = await listProgramEnvironments(resolveDataFolder(process.env));
const tasks = 16;
const kills = 12;

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'bcb-disturbed-'));
  const toLines = (rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const numbers = Array.from({ length: tasks }, (_, number) => number);
  const rows = numbers.map((number) => ({
    task_id: `Small/${number}`,
    complete_prompt: `def task_func():\n    """${number}"""\n`,
    instruct_prompt: '',
    canonical_solution: `    return ${number}`,
    code_prompt: 'def task_func():',
    test: `import unittest\nclass TestCases(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(task_func(), ${number})\n`,
    entry_point: 'task_func',
    doc_struct: '{}',
    libs: '[]',
  }));
  await writeFile(join(root, 'tasks.jsonl'), toLines(rows));
  const samples = numbers.map((number) => ({ task_id: `Small/${number}`, solution: answer(number) }));
  await writeFile(join(root, 'samples.jsonl'), toLines(samples));
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** Every fourth is wrong. Each carries its number as the name of its process while it sleeps. */
function answer(number: number): string {
  return [
    'import ctypes, time',
    'def task_func():',
    `    ctypes.CDLL(None).prctl(15, b"sample-${number}", 0, 0, 0)`,
    '    time.sleep(1)',
    `    return ${number % 4 === 3 ? -1 : number}`,
  ].join('\n');
}

interface Disturbance {
  /** Called now and then while the command runs, with its process id. */
  readonly whileRunning?: (pid: number) => void;
  /** Where environments are; the usual folder without it. */
  readonly dataFolder?: string;
}

/** Runs `bcb evaluate` in a folder with a cache of its own, or goes on there. */
async function evaluate(name: string, { whileRunning, dataFolder }: Disturbance = {}) {
  const folder = join(root, name);
  await mkdir(folder, { recursive: true });
  for (const file of ['tasks.jsonl', 'samples.jsonl']) await cp(join(root, file), join(folder, file));
  const words = ['evaluate', '--subset', 'tasks.jsonl', '--samples', 'samples.jsonl', '--no-gt', '--parallel', '4'];
  // A copy is not what was installed.
  if (dataFolder !== undefined) words.push('--allow-degraded');
  const child = spawn(process.execPath, ['--import', jiti, command, ...words], {
    cwd: folder,
    env: {
      ...process.env,
      BCB_CACHE_DIR: join(folder, 'cache'),
      ...(dataFolder === undefined ? {} : { BCB_DATA_DIR: dataFolder }),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (piece) => (said += piece));
  const timer = whileRunning && setInterval(() => child.pid !== undefined && whileRunning(child.pid), 20);
  const end = await new Promise<unknown>((resolve) => child.on('close', (code, signal) => resolve(signal ?? code)));
  clearInterval(timer);
  return { end, said };
}

async function runFolderOf(name: string): Promise<string> {
  const [run = ''] = await listRunFolders(join(root, name));
  return run;
}

/** The verdict table without what differs between two runs of the same program: times, memory, and which environment it was. */
async function readVerdicts(name: string) {
  const bytes = await readFile(join(await runFolderOf(name), 'verdicts.parquet'));
  const rows = await parquetReadObjects({ file: Uint8Array.from(bytes).buffer, compressors });
  return rows.map(({ wall_ms, cpu_ms, test_cpu_ms, peak_mb, cached, job_hash, ...row }) => row);
}

describeNeeding({ name: 'npm run setup', isMet: installed !== undefined })('an evaluation that is disturbed', () => {
  let expected: unknown[];
  beforeAll(async () => {
    expect((await evaluate('undisturbed')).end).toBe(0);
    expected = await readVerdicts('undisturbed');
    expect(expected).toHaveLength(tasks);
  }, 240_000);

  it(`gives the same verdicts though ${kills} samples are killed from outside`, async () => {
    const killed = new Set<string>();
    const whileRunning = (pid: number) => {
      for (const { pid: sample, name } of listDescendants(pid)) {
        if (!name.startsWith('sample-') || killed.has(name) || killed.size >= kills) continue;
        killed.add(name);
        process.kill(sample, 'SIGKILL');
      }
    };
    expect(await evaluate('killed', { whileRunning })).toMatchObject({ end: 0 });
    expect(killed.size).toBe(kills);
    expect(await readVerdicts('killed')).toEqual(expected);
  }, 240_000);

  it('stops when libraries vanish, keeps nothing of it, and is whole once they are back', async () => {
    // A copy: whoever else uses the environment must not notice.
    const data = join(root, 'data');
    const original = installed?.folder ?? '';
    const copy = join(data, 'environments', basename(original));
    await cp(original, copy, { recursive: true, verbatimSymlinks: true });
    const [copied] = await listProgramEnvironments(data);
    const library = join(copied?.environment.root ?? '', 'lib');
    const taken = join(root, 'taken');
    let isGone: Promise<void> | undefined;
    const whileRunning = (pid: number) => {
      if (isGone || !listDescendants(pid).some(({ name }) => name.startsWith('sample-'))) return;
      isGone = rename(library, taken);
    };
    const disturbed = await evaluate('removed', { whileRunning, dataFolder: data });
    await isGone;
    expect(isGone, disturbed.said).toBeDefined();
    expect(disturbed.end).not.toBe(0);
    expect(disturbed.said).toMatch(/environment/i);
    expect(await readdir(join(root, 'removed', 'cache', 'executions')).catch(() => [])).toEqual([]);
    await rename(taken, library);
    expect((await evaluate('removed', { dataFolder: data })).end).toBe(0);
    expect(await readVerdicts('removed')).toEqual(expected);
  }, 360_000);

  it('notices an edited journal, runs what was edited again, and ends as before', async () => {
    const path = join(await runFolderOf('killed'), 'journal.jsonl');
    const text = await readFile(path, 'utf8');
    const edited = text
      .split('\n')
      .map((line) => (line.includes('"Small/3"') ? line.replaceAll('"fail"', '"pass"') : line))
      .join('\n');
    expect(edited).not.toBe(text);
    await writeFile(path, edited);
    await rm(join(root, 'killed', 'cache'), { recursive: true });
    const again = await evaluate('killed');
    expect(again).toMatchObject({ end: 0, said: expect.stringMatching(/journal\.jsonl.*(damaged|edited)/s) });
    expect(await readVerdicts('killed')).toEqual(expected);
  }, 240_000);

  it('notices an edited cache, runs what was edited again, and ends as before', async () => {
    const cache = join(root, 'undisturbed', 'cache');
    const files = (await readdir(cache, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    let edits = 0;
    for (const { parentPath, name } of files) {
      const path = join(parentPath, name);
      const text = await readFile(path, 'utf8');
      const edited = text.replaceAll('"fail"', '"pass"');
      if (edited !== text) edits++;
      await writeFile(path, edited);
    }
    expect(edits).toBe(tasks / 4);
    await cp(cache, join(root, 'cached', 'cache'), { recursive: true });
    const again = await evaluate('cached');
    expect(again).toMatchObject({ end: 0, said: expect.stringMatching(/damaged or was edited/) });
    expect(await readVerdicts('cached')).toEqual(expected);
  }, 240_000);
});

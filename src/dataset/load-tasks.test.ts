import { createWriteStream } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordedData, recordedSlice } from '../util/testing/recorded-data.ts';
import { loadTasks } from './load-tasks.ts';
import { listDomains } from './public-tasks.ts';
import { selectTasks } from './select-tasks.ts';
import { createRow, takeRows, writeParquet } from './testing/dataset-rows.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'load-tasks-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function write(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return path;
}

const rows = takeRows(12);
const lines = (items: readonly unknown[]) => items.map((item) => `${JSON.stringify(item)}\n`).join('');
const halfOf = (bytes: Uint8Array) => bytes.subarray(0, Math.floor(bytes.length / 2));

/** The message without the folder. */
async function messageOf(subset: string, options: Parameters<typeof loadTasks>[0] = {}): Promise<string> {
  const error: unknown = await loadTasks({ subset, ...options }).catch((reason: unknown) => reason);
  return error instanceof Error ? error.message.replaceAll(`${folder}/`, '') : 'no error';
}

describe('loadTasks from a path', () => {
  test('gives the same tasks from JSONL, JSONL.gz and parquet', async () => {
    const plain = await loadTasks({ subset: await write('a.jsonl', lines(rows)) });
    expect(plain.tasks.map(({ id }) => id)).toEqual(rows.map(({ task_id }) => task_id));
    expect(plain.name).toBe('a');
    expect(plain.version).toBe(`sha256:${plain.hash.slice(0, 12)}`);
    const packed = await loadTasks({ subset: await write('a.jsonl.gz', gzipSync(lines(rows))) });
    const columns = await loadTasks({ subset: await write('a.parquet', writeParquet(rows)) });
    expect(packed).toEqual(plain);
    expect(columns).toEqual(plain);
    const other = await loadTasks({ subset: await write('b.jsonl', lines([...rows].reverse())) });
    expect(other.hash).not.toBe(plain.hash);
  });

  test('reads a folder of task folders in natural order, with its manifest', async () => {
    for (const number of [10, 2]) {
      const { complete_prompt, canonical_solution, test: tests, code_prompt: _, ...rest } = createRow(number);
      await write(`pack/${number}/task.json`, JSON.stringify({ ...rest, task_id: `Own/${number}`, libs: ['os'] }));
      await write(`pack/${number}/prompt.py`, complete_prompt ?? '');
      await write(`pack/${number}/solution.py`, canonical_solution ?? '');
      await write(`pack/${number}/test.py`, tests ?? '');
    }
    const path = join(folder, 'pack');
    const bare = await loadTasks({ subset: path });
    expect(bare).toMatchObject({ name: 'pack', tasks: [{ id: 'Own/2' }, { id: 'Own/10' }] });
    expect(bare.tasks[0]?.codePrompt).toBe('import os\ndef task_func(n):\n');
    expect((await loadTasks({ subset: 'pack/2', cwd: folder })).tasks.map(({ id }) => id)).toEqual(['Own/2']);

    const manifest = { name: 'own', version: '2', environment: 'starter', limits: { wallMs: 5000 }, network: 'none' };
    await write('pack/manifest.json', JSON.stringify(manifest));
    expect(await loadTasks({ subset: path })).toMatchObject({ name: 'own', version: '2', manifest, hash: bare.hash });

    await write('pack/manifest.json', JSON.stringify({ ...manifest, limits: { wallSeconds: 5 } }));
    expect(await messageOf(path)).toMatch(/^pack\/manifest\.json:1: field "limits": .*wallSeconds/);
    await write('pack/manifest.json', '{');
    expect(await messageOf(path)).toBe('pack/manifest.json:1 is not JSON: expected }.');
    await rm(join(path, 'manifest.json'));
    await rm(join(path, '10/test.py'));
    expect(await messageOf(path)).toBe('pack/10/test.py is missing.');
    await write('pack/10/test.py', 'x');
    await write('pack/10/task.json', JSON.stringify({ task_id: 'Own/2', instruct_prompt: '' }));
    expect(await messageOf(path)).toMatch(
      /^pack\/10\/task\.json: task Own\/2 is also at .*2\/task\.json; ids must differ\.$/,
    );
  });

  test('the starter tasks are a pack of the package itself', async () => {
    const starter = await loadTasks({ subset: 'starter' });
    expect(starter.name).toBe('starter');
    expect(starter.manifest?.environment).toBe('starter');
    const tasksFolder = join(import.meta.dirname, '../../tasks');
    const names = (await readdir(tasksFolder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
    expect(starter.tasks.length).toBe(names.length);
    for (const task of starter.tasks) {
      expect(task.id).toMatch(/^Starter\/\d+$/);
      expect(task.instructPrompt).toContain(task.codePrompt.trimEnd());
      expect(task.domains.length).toBeGreaterThan(0);
    }
  });

  test.each([
    [
      'duplicate.jsonl',
      lines([rows[0], rows[1], rows[0]]),
      /^duplicate\.jsonl:3: task BigCodeBench\/0 is also at .*duplicate\.jsonl:1; ids must differ\.$/,
    ],
    ['empty.jsonl', '', /^empty\.jsonl contains no tasks\.$/],
    ['blank.jsonl', '\n\n', /^blank\.jsonl contains no tasks\.$/],
    ['broken.jsonl', `${lines([rows[0]])}{"task_id": `, /^broken\.jsonl:2 is not JSON: expected a value\.$/],
    [
      'other.jsonl',
      '{"task_id": "x", "solution": "y"}\n',
      /^other\.jsonl:1: task x: field "complete_prompt" is missing\.$/,
    ],
    ['array.jsonl', JSON.stringify(rows, null, 2), /^array\.jsonl is a JSON array, not JSON Lines: run `jq -c/],
    [
      'many.jsonl',
      `{\n${'{"task_id": "x"}\n'.repeat(11)}`,
      /^many\.jsonl has 12 rows that are not tasks:\n {2}.*many\.jsonl:1 is not JSON.*\n {2}.*many\.jsonl:2: [\s\S]*… and 2 more$/,
    ],
    ['binary.jsonl', Buffer.from([0xff, 0xfe, 0x00, 0x0a]), /^binary\.jsonl:1 is not valid UTF-8\.$/],
    ['cut.jsonl.gz', halfOf(gzipSync(lines(rows))), /^cut\.jsonl\.gz is not a gzip file, or is truncated\.$/],
    ['plain.jsonl.gz', lines(rows), /^plain\.jsonl\.gz is not a gzip file, or is truncated\.$/],
    ['text.parquet', 'not parquet at all', /^text\.parquet is not a parquet file, or is truncated\.$/],
    ['cut.parquet', halfOf(writeParquet(rows)), /^cut\.parquet is not a parquet file, or is truncated\.$/],
    ['empty.parquet', '', /^empty\.parquet is not a parquet file, or is truncated\.$/],
    [
      'other.parquet',
      new Uint8Array(
        parquetWriteBuffer({
          columnData: [
            { name: 'task_id', data: ['a'] },
            { name: 'n', data: [1] },
          ],
        }),
      ),
      /^other\.parquet has no column "complete_prompt", "instruct_prompt", "canonical_solution", "test"\.$/,
    ],
  ])('%s is refused with a clear sentence', async (name, content, message) => {
    expect(await messageOf(await write(name, content))).toMatch(message);
  });

  test('damaged data inside a parquet file are told', async () => {
    const bytes = writeParquet(rows);
    bytes.fill(0xff, 4, bytes.length / 2);
    expect(await messageOf(await write('damaged.parquet', bytes))).toMatch(/^damaged\.parquet/);
  });

  test('a line of gigabytes ends in an error, not in memory', async () => {
    const path = join(folder, 'bomb.jsonl.gz');
    const megabyte = Buffer.alloc(1024 * 1024, 'x');
    const parts = Readable.from(
      (function* () {
        for (let count = 0; count < 2048; count++) yield megabyte;
      })(),
    );
    await pipeline(parts, createGzip({ level: 1 }), createWriteStream(path));
    const before = process.memoryUsage().rss;
    expect(await messageOf(path)).toMatch(/^bomb\.jsonl\.gz:1 is longer than/);
    expect(process.memoryUsage().rss - before).toBeLessThan(512 * 1024 * 1024);
  });

  test('a name that is neither subset nor file', async () => {
    expect(await messageOf('hrad')).toMatch(/did you mean --subset hard\?$/);
    expect(await messageOf('nothing/here.jsonl')).toMatch(
      /use full, hard, quick, verified, starter, or the path of a task file\.$/,
    );
    expect(await messageOf(await write('hollow/readme.md', '').then(dirname))).toMatch(
      /^.*hollow contains no tasks\.$/,
    );
  });

  test('stops when aborted', async () => {
    const controller = new AbortController();
    controller.abort(new Error('enough'));
    await expect(loadTasks({ subset: join(folder, 'a.jsonl'), signal: controller.signal })).rejects.toThrow('enough');
  });
});

describe('loadTasks with an override', () => {
  test('reads the environment variable it is given, for full and hard only', async () => {
    const path = await write('override.jsonl', lines([createRow(17), createRow(1), createRow(13)]));
    const variables = { BIGCODEBENCH_OVERRIDE_PATH: path };
    const full = await loadTasks({ variables, version: 'v0.1.3' });
    expect(full).toMatchObject({ name: 'bigcodebench', version: 'v0.1.3' });
    expect(full.tasks.length).toBe(3);
    const hard = await loadTasks({ subset: 'hard', variables });
    expect(hard.name).toBe('bigcodebench-hard');
    expect(hard.tasks.map(({ id }) => id)).toEqual(['BigCodeBench/13', 'BigCodeBench/17']);
    expect((await loadTasks({ subset: 'starter', variables })).name).toBe('starter');
    const easy = await write('easy.jsonl', lines([createRow(1)]));
    expect(await messageOf('hard', { overridePath: easy })).toMatch(
      /contains no tasks of the hard subset; use --subset full\.$/,
    );
  });

  test('mended tasks do not pass for those that were audited', async () => {
    const path = await write('mended.jsonl', lines([createRow(17), createRow(1)]));
    const variables = { BIGCODEBENCH_OVERRIDE_PATH: path };
    const full = await loadTasks({ variables });
    expect(full.version).toBe(`sha256:${full.hash.slice(0, 12)}`);
    expect(await messageOf('verified', { variables })).toMatch(
      /those of v0\.1\.4, where BigCodeBench\/17 is another one: audit this edition and use --select sound@AUDIT\.$/,
    );
    await expect(selectTasks(full.tasks, { exclude: ['suspect'] })).rejects.toThrow(/audit this edition/);
    const real = { BIGCODEBENCH_OVERRIDE_PATH: recordedSlice.tasksFile };
    expect(await loadTasks({ variables: real })).toMatchObject({ version: 'v0.1.4' });
    const verified = await loadTasks({ subset: 'verified', variables: real });
    expect(verified.tasks.length).toBeGreaterThan(0);
    expect(await selectTasks(verified.tasks, { exclude: ['suspect'] })).toEqual(verified.tasks);
  });

  test('a path that is wrong is named by its variable', async () => {
    const variables = { BIGCODEBENCH_OVERRIDE_PATH: join(folder, 'nowhere.jsonl') };
    expect(await messageOf('full', { variables })).toMatch(
      /^BIGCODEBENCH_OVERRIDE_PATH names .*nowhere\.jsonl, which does not exist: correct or unset it\.$/,
    );
    const bad = { BIGCODEBENCH_OVERRIDE_PATH: await write('bad.jsonl', '{}\n') };
    expect(await messageOf('full', { variables: bad })).toMatch(
      /^BIGCODEBENCH_OVERRIDE_PATH names a file that cannot be used: .*bad\.jsonl:1/,
    );
  });

  test.each(recordedData)('real tasks, hard ids and domains: $name', async (data) => {
    const overridePath = data.tasksFile;
    const readJson = async (name: string) => JSON.parse(await readFile(data.file(name), 'utf8'));
    const { tasks } = await loadTasks({ overridePath });
    expect(tasks.length).toBe(data.size);
    const hard = await loadTasks({ subset: 'hard', overridePath });
    expect(hard.tasks.map(({ id }) => id)).toEqual(await readJson('hard-ids.json'));
    expect(tasks.filter((task) => task.hard).length).toBe(hard.tasks.length);
    const expected = await readJson('task2domain.json');
    expect(Object.fromEntries(tasks.map(({ id, libs }) => [id, listDomains(libs)]))).toEqual(expected);
    for (const { id, domains } of tasks) expect(domains).toEqual([...new Set(expected[id])]);
  });
});

test('a pack that was moved elsewhere is the same pack', async () => {
  const copy = join(folder, 'starter-copy');
  await cp(join(import.meta.dirname, '../../tasks'), copy, { recursive: true });
  expect(await loadTasks({ subset: copy })).toEqual(await loadTasks({ subset: 'starter' }));
});

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { diffEditions } from './diff-editions.ts';
import { findEdition } from './edition.ts';
import { loadTasks } from './load-tasks.ts';
import { createRow } from './testing/dataset-rows.ts';

let folder: Awaited<ReturnType<typeof createTemporaryFolder>>;
const numbers = [0, 1, 13, 15, 20];
const rows = numbers.map((number) => createRow(number));
const mended = rows.map((row, at) => (at === 2 ? { ...row, test: `${row.test}\n# mended\n` } : row));
const write = (name: string, items: readonly unknown[]) =>
  writeFile(join(folder.path, name), items.map((item) => `${JSON.stringify(item)}\n`).join(''));
beforeAll(async () => {
  folder = await createTemporaryFolder();
  await write('base.jsonl', rows);
  await write('mended.jsonl', mended);
  await write('strange.jsonl', [...rows, { ...createRow(3), task_id: 'Own/3' }]);
  await mkdir(join(folder.path, 'folder'));
  await mkdir(join(folder.path, 'v9'));
});
afterAll(() => folder[Symbol.asyncDispose]());

const load = (version: string, subset = 'full') =>
  loadTasks({ subset, version, cwd: folder.path, variables: { BIGCODEBENCH_OVERRIDE_PATH: 'base.jsonl' } });

describe('findEdition', () => {
  it.each([
    ['v0.1.4', { version: 'v0.1.4' }],
    ['v0.1.4@ABCDEF12', { version: 'v0.1.4', hash: 'abcdef12' }],
    ['v9', { version: 'v9' }],
    ['main', { version: 'main' }],
    ['folder', { path: 'folder' }],
    ['folder@abcdef', { path: 'folder', hash: 'abcdef' }],
    ['absent.jsonl', { path: 'absent.jsonl' }],
    ['./a@b/c.parquet@abcdef', { path: 'a@b/c.parquet', hash: 'abcdef' }],
  ])('%s', async (text, { path, ...rest }: { path?: string; version?: string; hash?: string }) => {
    const expected = path === undefined ? rest : { ...rest, path: join(folder.path, path) };
    expect(await findEdition(text, folder.path)).toEqual(expected);
  });
});

describe('an edition', () => {
  it('takes the place of the dataset, and is called by its hash', async () => {
    const base = await load('v0.1.4');
    const edition = await load('mended.jsonl');
    // These tasks are made up: whatever they take the place of, nobody audited them.
    expect(base).toMatchObject({ name: 'bigcodebench', version: `sha256:${base.hash.slice(0, 12)}` });
    expect(edition).toMatchObject({ name: 'bigcodebench', version: `sha256:${edition.hash.slice(0, 12)}` });
    expect(edition.hash).not.toBe(base.hash);
    expect(edition.tasks[2]?.test).toContain('# mended');
    const hard = await load('mended.jsonl', 'hard');
    expect(hard).toMatchObject({ name: 'bigcodebench-hard', version: edition.version });
    expect(hard.tasks.map(({ id }) => id)).toEqual(['BigCodeBench/13', 'BigCodeBench/15']);
  });

  it('must have the hash that was asked for', async () => {
    const { hash } = await load('mended.jsonl');
    expect(await load(`mended.jsonl@${hash.slice(0, 12)}`)).toMatchObject({ hash });
    expect(await load(`mended.jsonl@${hash.slice(0, 12)}`, 'hard')).toMatchObject({ name: 'bigcodebench-hard' });
    const refused = { code: 'DATASET', message: expect.stringContaining(`is another edition: its hash is`) };
    await expect(load(`base.jsonl@${hash.slice(0, 12)}`)).rejects.toMatchObject(refused);
    await expect(load(`v0.1.4@${hash.slice(0, 12)}`)).rejects.toMatchObject(refused);
  });

  it('has no tasks of its own', async () => {
    await expect(load('strange.jsonl')).rejects.toThrow(
      /is no edition of the dataset, which has no Own\/3: use --subset/,
    );
  });
});

describe('diffEditions', () => {
  it('shows the lines that changed, field by field, and what only one has', async () => {
    const [a, b] = await Promise.all([load('base.jsonl'), load('mended.jsonl')]);
    expect(diffEditions(a.tasks, a.tasks)).toEqual({ onlyA: [], onlyB: [], changed: [] });
    expect(diffEditions(a.tasks, b.tasks.slice(1))).toEqual({
      onlyA: ['BigCodeBench/0'],
      onlyB: [],
      changed: [{ taskId: 'BigCodeBench/13', fields: [{ field: 'test', removed: [], added: ['# mended', ''] }] }],
    });
    const [task] = a.tasks;
    if (!task) throw new Error('no task');
    const other = { ...task, test: 'one\ntwo\nthree\nfour', libs: ['os', 're'] };
    const [changed] = diffEditions([{ ...other, test: 'one\n2\nthree\nfour\nfive', libs: ['os'] }], [other]).changed;
    expect(changed?.fields).toEqual([
      { field: 'test', removed: ['2', 'three', 'four', 'five'], added: ['two', 'three', 'four'] },
      { field: 'libs', removed: ['["os"]'], added: ['["os","re"]'] },
    ]);
  });
});

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { createContentCache, createMemoryCache } from './content-cache.ts';

const schema = z.object({ n: z.number() });
const key = 'ab'.padEnd(64, '0');

it('gives back what was put, also to another process’s cache on the same folder', async () => {
  await using folder = await createTemporaryFolder();
  const cache = createContentCache({ folder: folder.path, schema });
  expect(await cache.get(key)).toBeUndefined();
  await Promise.all([cache.put(key, { n: 1 }), cache.put(key, { n: 1 })]);
  expect(await createContentCache({ folder: folder.path, schema }).get(key)).toEqual({ n: 1 });
  expect(await readdir(join(folder.path, 'ab'))).toEqual([`${key}.json`]);
});

it.each(['{"n":', '{"n":"1"}', ''])('counts %j as absent', async (content) => {
  await using folder = await createTemporaryFolder();
  await mkdir(join(folder.path, 'ab'));
  await writeFile(join(folder.path, 'ab', `${key}.json`), content);
  const cache = createContentCache({ folder: folder.path, schema });
  expect(await cache.get(key)).toBeUndefined();
  await cache.put(key, { n: 2 });
  expect(await cache.get(key)).toEqual({ n: 2 });
});

it('refuses a value that was edited, and one that belongs to another key, and says which file', async () => {
  await using folder = await createTemporaryFolder();
  const damaged: string[] = [];
  const cache = createContentCache({ folder: folder.path, schema, onDamage: (path) => damaged.push(path) });
  await cache.put(key, { n: 1 });
  const path = join(folder.path, 'ab', `${key}.json`);
  const written = await readFile(path, 'utf8');
  await writeFile(path, written.replace('"n":1', '"n":2'));
  expect(await cache.get(key)).toBeUndefined();
  const other = key.replace(/0$/, '1');
  await writeFile(join(folder.path, 'ab', `${other}.json`), written);
  expect(await cache.get(other)).toBeUndefined();
  expect(damaged).toEqual([path, join(folder.path, 'ab', `${other}.json`)]);
  await writeFile(path, written);
  expect(await cache.get(key)).toEqual({ n: 1 });
});

it('reports once that it cannot write, and costs nothing but time', async () => {
  await using folder = await createTemporaryFolder();
  const file = join(folder.path, 'file');
  await writeFile(file, '');
  const faults: unknown[] = [];
  const cache = createContentCache({ folder: file, schema, onFault: (error) => faults.push(error) });
  await Promise.all([cache.put(key, { n: 1 }), cache.put(key, { n: 1 })]);
  await cache.put(key, { n: 1 });
  expect(faults).toHaveLength(1);
  expect(await cache.get(key)).toBeUndefined();
});

it('works without a disk', async () => {
  const cache = createMemoryCache<{ n: number }>();
  await cache.put(key, { n: 1 });
  expect(await cache.get(key)).toEqual({ n: 1 });
  expect(await cache.get('other')).toBeUndefined();
});

import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { type ContentCache, createContentCache, createHoldingCache, createMemoryCache } from './content-cache.ts';

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

it('stays within its bound, and keeps what was used last', async () => {
  await using folder = await createTemporaryFolder();
  const bound = { maxBytes: 256 * 8 * 4096, maxAgeMs: 1e9 };
  const cache = createContentCache({ folder: folder.path, schema, bound });
  const keys = Array.from({ length: 200 }, (_, at) => `ab${String(at).padStart(62, '0')}`);
  for (const [n, each] of keys.entries()) {
    await cache.put(each, { n });
    // Some file systems keep times by the second only.
    await utimes(join(folder.path, 'ab', `${each}.json`), Date.now() / 1000 - 500 + n, Date.now() / 1000 - 500 + n);
  }
  const { length } = await readdir(join(folder.path, 'ab'));
  expect(length).toBeLessThan(100);
  expect(await cache.get(keys[0] ?? '')).toBeUndefined();
  expect(await cache.get(keys[199] ?? '')).toEqual({ n: 199 });
});

it('works without a disk', async () => {
  const cache = createMemoryCache<{ n: number }>();
  await cache.put(key, { n: 1 });
  expect(await cache.get(key)).toEqual({ n: 1 });
  expect(await cache.get('other')).toBeUndefined();
});

describe('a cache that holds values back', () => {
  const put = (cache: ContentCache<{ n: number }>, ...numbers: number[]) =>
    Promise.all(numbers.map((n) => cache.put(String(n), { n })));

  it('passes on what was there at the mark, and nothing that came later', async () => {
    const behind = createMemoryCache<{ n: number }>();
    const cache = createHoldingCache(behind);
    await put(cache, 1);
    cache.mark();
    await put(cache, 2);
    expect(await behind.get('1')).toBeUndefined();
    await cache.release();
    expect([await behind.get('1'), await behind.get('2')]).toEqual([{ n: 1 }, undefined]);
    expect(await cache.get('2')).toEqual({ n: 2 });
    cache.mark();
    await cache.release();
    expect(await behind.get('2')).toEqual({ n: 2 });
  });

  it('gives out what it holds, before and after the mark, and what is behind', async () => {
    const behind = createMemoryCache<{ n: number }>();
    await put(behind, 0);
    const cache = createHoldingCache(behind);
    await put(cache, 1);
    cache.mark();
    await put(cache, 2);
    expect([await cache.get('0'), await cache.get('1'), await cache.get('2')]).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }]);
  });

  it('drops all of it', async () => {
    const behind = createMemoryCache<{ n: number }>();
    const cache = createHoldingCache(behind);
    await put(cache, 1);
    cache.mark();
    await put(cache, 2);
    cache.discard();
    expect([await cache.get('1'), await cache.get('2')]).toEqual([undefined, undefined]);
    cache.mark();
    await cache.release();
    expect(await behind.get('1')).toBeUndefined();
  });

  it('writes thousands of values with few files open at a time', async () => {
    const written = new Set<string>();
    let open = 0;
    let most = 0;
    const behind: ContentCache<{ n: number }> = {
      get: async () => undefined,
      async put(name) {
        most = Math.max(most, ++open);
        await new Promise((resolve) => setImmediate(resolve));
        open--;
        written.add(name);
      },
    };
    const cache = createHoldingCache(behind);
    await put(cache, ...Array.from({ length: 3000 }, (_, n) => n));
    cache.mark();
    await cache.release();
    expect(written.size).toBe(3000);
    expect(most).toBeLessThanOrEqual(64);
  });
});

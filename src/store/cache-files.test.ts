import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { createCacheKeeper, markUsed, measureCache, pruneCache } from './cache-files.ts';

const dayMs = 24 * 60 * 60_000;
const now = Date.now();
const unbounded = { maxBytes: Number.POSITIVE_INFINITY, maxAgeMs: Number.POSITIVE_INFINITY };

/** A cache with files of one block each, used so many days ago. */
async function createCache(ages: Readonly<Record<string, number>>) {
  const folder = await createTemporaryFolder();
  for (const [name, days] of Object.entries(ages)) {
    const path = join(folder.path, name);
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, 'x'.repeat(4096));
    await utimes(path, (now - days * dayMs) / 1000, (now - days * dayMs) / 1000);
  }
  const list = async () =>
    (await readdir(folder.path, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();
  return { ...folder, list };
}

describe('a cache on disk', () => {
  it('is measured, also where there is none', async () => {
    await using cache = await createCache({ 'aa/1.json': 3, 'bb/2.json': 5 });
    const { files, bytes, oldestAt = 0 } = await measureCache(cache.path);
    expect({ files, bytes }).toEqual({ files: 2, bytes: 8192 });
    expect(Math.round((now - oldestAt) / dayMs)).toBe(5);
    expect(await measureCache(join(cache.path, 'nowhere'))).toEqual({ files: 0, bytes: 0 });
  });

  it('loses what is too old', async () => {
    await using cache = await createCache({ 'aa/1.json': 3, 'bb/2.json': 5, 'bb/3.json': 9, 'bb/4.json.1.tmp': 1 });
    expect(await pruneCache(cache.path, { ...unbounded, maxAgeMs: 4 * dayMs })).toMatchObject({ files: 3 });
    expect(await cache.list()).toEqual(['1.json']);
  });

  it('loses the oldest until the rest fits', async () => {
    await using cache = await createCache({ 'aa/1.json': 3, 'bb/2.json': 5, 'bb/3.json': 1 });
    expect(await pruneCache(cache.path, { ...unbounded, maxBytes: 8192 })).toMatchObject({ files: 1, bytes: 4096 });
    expect(await cache.list()).toEqual(['1.json', '3.json']);
    await pruneCache(cache.path, { ...unbounded, maxBytes: 0 });
    expect(await cache.list()).toEqual([]);
  });

  it('remembers what was used', async () => {
    await using cache = await createCache({ 'aa/1.json': 3, 'aa/2.json': 0.5 });
    const usedAt = async (name: string) => (await stat(join(cache.path, 'aa', name))).mtimeMs;
    const before = await usedAt('2.json');
    for (const name of ['1.json', '2.json']) await markUsed(join(cache.path, 'aa', name), now);
    expect(await usedAt('1.json')).toBeCloseTo(now, -2);
    expect(await usedAt('2.json')).toBe(before);
  });
});

describe('a cache that is written to', () => {
  it('is swept once a day by the first who writes, folder by folder', async () => {
    await using cache = await createCache({ 'aa/1.json': 9, 'aa/2.json': 1, 'bb/3.json': 9 });
    const bound = { ...unbounded, maxAgeMs: 4 * dayMs };
    await createCacheKeeper(bound)(join(cache.path, 'aa'), 100);
    expect(await cache.list()).toEqual(['.swept', '2.json', '3.json']);
    await utimes(join(cache.path, 'aa', '2.json'), 1, 1);
    await createCacheKeeper(bound)(join(cache.path, 'aa'), 100);
    expect(await cache.list()).toEqual(['.swept', '2.json', '3.json']);
    await utimes(join(cache.path, 'aa', '.swept'), 1, 1);
    await createCacheKeeper(bound)(join(cache.path, 'aa'), 100);
    expect(await cache.list()).toEqual(['.swept', '3.json']);
  });

  it('stays within its part of the bound, however much is written', async () => {
    await using cache = await createCache({});
    const folder = join(cache.path, 'aa');
    await mkdir(folder);
    const keep = createCacheKeeper({ ...unbounded, maxBytes: 256 * 16 * 4096 });
    for (let file = 0; file < 100; file++) {
      await writeFile(join(folder, `${file}.json`), 'x'.repeat(4096));
      await keep(folder, 4096);
      expect((await cache.list()).length).toBeLessThanOrEqual(1 + 16 + 3);
    }
    expect(await cache.list()).toContain('99.json');
    expect(await cache.list()).not.toContain('1.json');
  });
});

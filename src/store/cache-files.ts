/** How much a cache holds on disk, and what becomes of its oldest files. */
import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Backlog } from '../util/backlog.ts';

/** What a cache may hold. What was used last goes last. */
export type CacheBound = Readonly<{ maxBytes: number; maxAgeMs: number }>;

export type CacheSize = ReturnType<typeof sizeOf>;

type CacheFile = Readonly<{ path: string; bytes: number; usedAt: number }>;

const dayMs = 24 * 60 * 60_000;
const remeasureMs = 5 * 60_000;
const statsAtOnce = 32;
/** A file that is being written is renamed within seconds. */
const abandonedAfterMs = 60 * 60_000;
const stampName = '.swept';

export async function measureCache(folder: string): Promise<CacheSize> {
  return sizeOf(await listFiles(folder));
}

/** Measures caches when asked to, though not again for a while: a large one takes seconds. */
export function createCacheMeter(folders: Readonly<Record<string, string>>): () => Promise<Record<string, CacheSize>> {
  let last: { readonly at: number; readonly sizes: Promise<Record<string, CacheSize>> } | undefined;
  const measureOne = async ([name, folder]: [string, string]) => [name, await measureCache(folder)] as const;
  const measure = async () => Object.fromEntries(await Promise.all(Object.entries(folders).map(measureOne)));
  return () => {
    const at = performance.now();
    if (last === undefined || at - last.at > remeasureMs) last = { at, sizes: measure() };
    return last.sizes;
  };
}

/** Deletes what is too old, then the oldest until the rest fits. Gives what is gone. */
export async function pruneCache(folder: string, bound: CacheBound, now = Date.now()): Promise<CacheSize> {
  const files = (await listFiles(folder)).sort((a, b) => b.usedAt - a.usedAt);
  const doomed: CacheFile[] = [];
  let kept = 0;
  for (const file of files) {
    const maxAgeMs = file.path.endsWith('.tmp') ? abandonedAfterMs : bound.maxAgeMs;
    const isKept = now - file.usedAt <= maxAgeMs && kept + file.bytes <= bound.maxBytes;
    if (isKept) kept += file.bytes;
    else doomed.push(file);
  }
  const deleting = new Backlog(statsAtOnce);
  for (const { path } of doomed) await deleting.add(rm(path, { force: true }));
  await deleting.settle();
  return sizeOf(doomed);
}

/** Remembers that a file was used, to the day. */
export async function markUsed(path: string, now = Date.now()): Promise<void> {
  const { mtimeMs } = await stat(path);
  if (now - mtimeMs > dayMs) await utimes(path, now / 1000, now / 1000);
}

/**
 * Keeps a cache within its bound while it is written to. Keys are hashes, so each of its 256 folders may hold an equal part,
 * and only the one that grew is looked at: once a day by whoever writes to it first, and whenever it has grown by an eighth.
 */
export function createCacheKeeper(bound: CacheBound): (folder: string, bytes: number) => Promise<void> {
  const part = { ...bound, maxBytes: bound.maxBytes / 256 };
  const grown = new Map<string, number>();
  return async (folder, bytes) => {
    const before = grown.get(folder);
    const growth = (before ?? 0) + bytes;
    grown.set(folder, growth);
    const stamp = join(folder, stampName);
    const isDue = before === undefined ? await isOlderThanDay(stamp) : growth > part.maxBytes / 8;
    if (!isDue) return;
    grown.set(folder, 0);
    await pruneCache(folder, part);
    await writeFile(stamp, '');
  };
}

async function isOlderThanDay(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined || Date.now() - found.mtimeMs > dayMs;
}

/** All files below a folder that hold something; none where there is no such folder. */
async function listFiles(folder: string): Promise<CacheFile[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const files: CacheFile[] = [];
  const looking = new Backlog(statsAtOnce);
  for (const entry of entries.filter((each) => each.isFile() && each.name !== stampName)) {
    const path = join(entry.parentPath, entry.name);
    // Another process may delete it meanwhile.
    const looked = stat(path).then(
      ({ size, blocks, mtimeMs }) => files.push({ path, bytes: Math.max(size, 512 * blocks), usedAt: mtimeMs }),
      () => {},
    );
    await looking.add(looked);
  }
  await looking.settle();
  return files;
}

/** How much a cache holds, and when the file was used that has not been used for longest. */
function sizeOf(files: readonly CacheFile[]) {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const oldestAt = files.reduce((oldest, { usedAt }) => Math.min(oldest, usedAt), Number.POSITIVE_INFINITY);
  return { files: files.length, bytes, ...(files.length > 0 && { oldestAt }) };
}

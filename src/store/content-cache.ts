import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ZodType, z } from 'zod';
import { Backlog } from '../util/backlog.ts';
import { sha256 } from '../util/hash.ts';
import { makeFolder } from '../util/make-folder.ts';
import { type CacheBound, createCacheKeeper, markUsed } from './cache-files.ts';

/** Values on disk under the hash of what decides them. Losing it costs time, never a result. */
export interface ContentCache<Value> {
  get(key: string): Promise<Value | undefined>;
  put(key: string, value: Value): Promise<void>;
}

export interface ContentCacheOptions<Value> {
  readonly folder: string;
  readonly schema: ZodType<Value>;
  /** What it may hold; without it any number of values, for ever. */
  readonly bound?: CacheBound | undefined;
  /** Told the first time a value could not be written; nothing more is written after that. */
  readonly onFault?: ((error: unknown) => void) | undefined;
  /** Told of each file that is not what was written: edited, damaged, or another key's. It counts as absent. */
  readonly onDamage?: ((path: string) => void) | undefined;
}

/** A cache file: the key and a checksum over both make sure that it is this very value. */
const fileSchema = z.object({ key: z.string(), check: z.string(), value: z.unknown() });

/** Opens a cache; several processes may use the same folder at once. What cannot be read, or was changed, counts as absent. */
export function createContentCache<Value>(options: ContentCacheOptions<Value>): ContentCache<Value> {
  const { folder, schema, bound, onFault, onDamage } = options;
  const keep = bound && createCacheKeeper(bound);
  const pathOf = (key: string) => join(folder, key.slice(0, 2), `${key}.json`);
  let isBroken = false;
  return {
    async get(key) {
      const path = pathOf(key);
      const text = await readFile(path, 'utf8').catch(() => undefined);
      if (text === undefined) return undefined;
      try {
        const file = fileSchema.parse(JSON.parse(text));
        if (file.key === key && file.check === checkOf(key, file.value)) {
          await markUsed(path).catch(() => {});
          return schema.parse(file.value);
        }
      } catch {
        // Told below like any other damage.
      }
      onDamage?.(path);
      return undefined;
    },
    async put(key, value) {
      if (isBroken) return;
      const path = pathOf(key);
      const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`;
      try {
        await makeFolder(dirname(path));
        const text = JSON.stringify({ key, check: checkOf(key, value), value });
        await writeFile(temporary, text);
        await rename(temporary, path);
        await keep?.(dirname(path), text.length);
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => {});
        if (!isBroken) onFault?.(error);
        isBroken = true;
      }
    },
  };
}

function checkOf(key: string, value: unknown): string {
  return sha256(`${key}\n${JSON.stringify(value)}`).slice(0, 16);
}

/** The same without a disk, for what need not outlive the process. */
export function createMemoryCache<Value>(): ContentCache<Value> {
  const values = new Map<string, Value>();
  return { get: async (key) => values.get(key), put: async (key, value) => void values.set(key, value) };
}

/** Few files are open at a time, however many values there are. */
const writtenAtOnce = 32;

/** A cache that keeps what it is given to itself until that is known to be good; only this cache hands it out. */
export function createHoldingCache<Value>(behind: ContentCache<Value>) {
  let held = new Map<string, Value>();
  let marked = new Map<string, Value>();
  return {
    get: async (key: string) => held.get(key) ?? marked.get(key) ?? behind.get(key),
    put: async (key: string, value: Value) => void held.set(key, value),
    /** What was put so far is about to be checked; what comes later is not. */
    mark() {
      marked = new Map([...marked, ...held]);
      held = new Map();
    },
    /** What was put before the mark is good: it goes to the cache behind. */
    async release() {
      const good = marked;
      marked = new Map();
      const writing = new Backlog(writtenAtOnce);
      for (const [key, value] of good) await writing.add(behind.put(key, value));
      await writing.settle();
    },
    discard() {
      held.clear();
      marked.clear();
    },
  };
}

import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ZodType } from 'zod';
import { makeFolder } from '../util/make-folder.ts';

/** Values on disk under the hash of what decides them. Losing it costs time, never a result. */
export interface ContentCache<Value> {
  get(key: string): Promise<Value | undefined>;
  put(key: string, value: Value): Promise<void>;
}

export interface ContentCacheOptions<Value> {
  readonly folder: string;
  readonly schema: ZodType<Value>;
  /** Told the first time a value could not be written; nothing more is written after that. */
  readonly onFault?: (error: unknown) => void;
}

/** Opens a cache; several processes may use the same folder at once. What cannot be read counts as absent. */
export function createContentCache<Value>(options: ContentCacheOptions<Value>): ContentCache<Value> {
  const { folder, schema, onFault } = options;
  const pathOf = (key: string) => join(folder, key.slice(0, 2), `${key}.json`);
  let isBroken = false;
  return {
    async get(key) {
      try {
        return schema.parse(JSON.parse(await readFile(pathOf(key), 'utf8')));
      } catch {
        return undefined;
      }
    },
    async put(key, value) {
      if (isBroken) return;
      const path = pathOf(key);
      const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`;
      try {
        await makeFolder(dirname(path));
        await writeFile(temporary, JSON.stringify(value));
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => {});
        if (!isBroken) onFault?.(error);
        isBroken = true;
      }
    },
  };
}

/** The same without a disk, for what need not outlive the process. */
export function createMemoryCache<Value>(): ContentCache<Value> {
  const values = new Map<string, Value>();
  return {
    get: async (key) => values.get(key),
    put: async (key, value) => void values.set(key, value),
  };
}

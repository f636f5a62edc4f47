import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../util/hash.ts';

/** The first digits of the hash of the folder's matplotlib font cache; undefined if there is none. */
export async function hashFontCache(folder: string): Promise<string | undefined> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^fontlist-.*\.json$/.test(name)).sort();
  if (names.length === 0) return undefined;
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return sha256(JSON.stringify([names, texts])).slice(0, 16);
}

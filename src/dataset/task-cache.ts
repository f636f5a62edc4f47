import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { writeFileAtomic } from '../util/atomic-file.ts';
import { sha256 } from '../util/hash.ts';
import { errorCodeOf, isAbsent } from '../util/system-error.ts';

export type CachedFile =
  | { readonly state: 'intact'; readonly content: Buffer; readonly sha256: string }
  | { readonly state: 'damaged' }
  | { readonly state: 'absent' };

/** Reads a cached file and checks it against the SHA-256 next to it. */
export async function readCachedFile(path: string): Promise<CachedFile> {
  const [content, expected] = await Promise.all([readIfPresent(path), readIfPresent(`${path}.sha256`)]);
  if (content === undefined) return { state: 'absent' };
  const actual = sha256(content);
  const isIntact = expected?.toString('latin1').slice(0, actual.length) === actual;
  return isIntact ? { state: 'intact', content, sha256: actual } : { state: 'damaged' };
}

/** Writes a file and its SHA-256, readable by `sha256sum -c`. After a kill between the two, it is downloaded again. */
export async function writeCachedFile(path: string, content: string): Promise<void> {
  await writeFileAtomic(path, content);
  await writeFileAtomic(`${path}.sha256`, `${sha256(content)}  ${basename(path)}\n`);
}

async function readIfPresent(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === undefined) throw error;
    if (isAbsent(error)) return undefined;
    const sentence = `${path} cannot be read (${code}): set BCB_CACHE_DIR to another folder.`;
    throw new BigCodeBenchError('DATASET', sentence, { cause: error });
  }
}

import { randomBytes } from 'node:crypto';
import { access, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder, writeFileAtomic } from './atomic-file.ts';
import { hashFile } from './hash.ts';
import { isAbsent } from './system-error.ts';

export interface KeptFile {
  readonly path: string;
  /** `same`: the file already had exactly this content, and nothing was written. */
  readonly state: 'new' | 'same' | 'replaced';
  /** Where the previous version was saved, if there was one. */
  readonly backup?: string;
}

/** Writes a file without destroying an existing one, which is first moved to `NAME.bak`, `NAME.bak2`, … */
export async function writeKeepingOld(path: string, content: string): Promise<KeptFile> {
  const earlier = await readIfPresent(path);
  const bytes = Buffer.from(content);
  if (earlier?.equals(bytes)) return { path, state: 'same' };
  if (earlier === undefined) {
    await writeFileAtomic(path, bytes);
    return { path, state: 'new' };
  }
  const backup = await moveAside(path);
  await writeFileAtomic(path, bytes);
  return { path, state: 'replaced', ...(backup === undefined ? {} : { backup }) };
}

/** The same for content of any size, written as it arrives. */
export async function streamKeepingOld(
  path: string,
  content: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): Promise<KeptFile> {
  const fresh = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.new`;
  try {
    await writeFileAtomic(fresh, content);
    const isThere = (await stat(path).catch(ignoreAbsent)) !== undefined;
    if (isThere && (await haveSameContent(path, fresh))) {
      await rm(fresh);
      return { path, state: 'same' };
    }
    const backup = isThere ? await moveAside(path) : undefined;
    await rename(fresh, path);
    await syncFolder(dirname(path));
    return backup === undefined ? { path, state: 'new' } : { path, state: 'replaced', backup };
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

/** Moves a file or folder to `NAME.bak`, `NAME.bak2`, …; returns the new path, or undefined if nothing existed. */
export async function moveAside(path: string): Promise<string | undefined> {
  if ((await stat(path).catch(ignoreAbsent)) === undefined) return undefined;
  const backup = await findFreeBackup(path);
  await rename(path, backup);
  return backup;
}

/** One sentence about what `writeKeepingOld` did. */
export function describeKeptFile(file: KeptFile): string {
  if (file.state === 'same') return `${file.path} is already up to date.`;
  if (file.state === 'replaced') return `Wrote ${file.path} (previous version saved as ${file.backup}).`;
  return `Wrote ${file.path}.`;
}

function readIfPresent(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch(ignoreAbsent);
}

async function haveSameContent(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([stat(one), stat(other)]);
  if (a.size !== b.size) return false;
  const [hashA, hashB] = await Promise.all([hashFile(one), hashFile(other)]);
  return hashA === hashB;
}

async function findFreeBackup(path: string): Promise<string> {
  for (let number = 1; ; number++) {
    const candidate = `${path}.bak${number === 1 ? '' : number}`;
    try {
      await access(candidate);
    } catch (error) {
      if (isAbsent(error)) return candidate;
      throw error;
    }
  }
}

function ignoreAbsent(error: unknown): undefined {
  if (!isAbsent(error)) throw error;
}

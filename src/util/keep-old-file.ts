import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Parts, syncFolder, writeFileAtomic } from './atomic-file.ts';
import { hashFile } from './hash.ts';
import { pathExists } from './path-exists.ts';
import { isAbsent } from './system-error.ts';

export interface KeptFile {
  readonly path: string;
  /** `same`: the file already had exactly this content, and nothing was written. */
  readonly state: 'new' | 'same' | 'replaced';
  /** Where the previous version was saved, if there was one. */
  readonly backup?: string | undefined;
  /** A file of more tasks in the usual place, which was left alone. */
  readonly spared?: string | undefined;
}

/** Writes a file without destroying an existing one, which is first moved to `NAME.bak`, `NAME.bak2`, … */
export async function writeKeepingOld(path: string, content: string): Promise<KeptFile> {
  const earlier = await readFile(path).catch(ignoreAbsent);
  return earlier?.equals(Buffer.from(content)) ? { path, state: 'same' } : streamKeepingOld(path, [content]);
}

/** The same for content of any size, written as it arrives. */
export async function streamKeepingOld(path: string, content: Parts): Promise<KeptFile> {
  const fresh = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.new`;
  try {
    await writeFileAtomic(fresh, content);
    if ((await pathExists(path)) && (await haveSameContent(path, fresh))) {
      await rm(fresh);
      return { path, state: 'same' };
    }
    const backup = await moveAside(path);
    await rename(fresh, path);
    await syncFolder(dirname(path));
    return { path, state: backup === undefined ? 'new' : 'replaced', backup };
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

/** Moves a file or folder to `NAME.bak`, `NAME.bak2`, …; returns the new path, or undefined if nothing existed. */
export async function moveAside(path: string): Promise<string | undefined> {
  if (!(await pathExists(path))) return undefined;
  let backup = `${path}.bak`;
  for (let number = 2; await pathExists(backup); number++) backup = `${path}.bak${number}`;
  await rename(path, backup);
  return backup;
}

export function describeKeptFile(file: KeptFile): string {
  if (file.spared !== undefined) return `Wrote ${file.path}, because ${file.spared} holds the results of more tasks.`;
  if (file.state === 'same') return `${file.path} is already up to date.`;
  if (file.state === 'replaced') return `Wrote ${file.path} (previous version saved as ${file.backup}).`;
  return `Wrote ${file.path}.`;
}

async function haveSameContent(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([stat(one), stat(other)]);
  return a.size === b.size && (await hashFile(one)) === (await hashFile(other));
}

function ignoreAbsent(error: unknown): undefined {
  if (!isAbsent(error)) throw error;
}

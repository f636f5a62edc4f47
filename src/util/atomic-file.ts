import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from './make-folder.ts';

export type Parts = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** Writes a file so that a reader, even after a kill, sees the old content or the new, never a part. */
export async function writeFileAtomic(path: string, content: string | Uint8Array | Parts): Promise<void> {
  const folder = dirname(path);
  await makeFolder(folder);
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    const file = await open(temporary, 'wx');
    try {
      if (typeof content === 'string' || content instanceof Uint8Array) await file.writeFile(content);
      else for await (const part of content) await file.writeFile(part);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

/** Makes a rename or a new entry in the folder survive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  // Some file systems cannot sync a folder; the data itself is already synced.
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

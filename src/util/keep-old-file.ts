import { access, readFile, rename } from 'node:fs/promises';
import { writeFileAtomic } from './atomic-file.ts';

export interface KeptFile {
  readonly path: string;
  /** `same` where the file already held exactly this content: nothing was written. */
  readonly state: 'new' | 'same' | 'replaced';
  /** Where the earlier content now lies, when it was replaced. */
  readonly backup?: string;
}

/** Writes a file without destroying one that stands there: that is moved to `NAME.bak`, `NAME.bak2`, … first. */
export async function writeKeepingOld(path: string, content: string): Promise<KeptFile> {
  const earlier = await readIfThere(path);
  const bytes = Buffer.from(content);
  if (earlier?.equals(bytes)) return { path, state: 'same' };
  if (earlier === undefined) {
    await writeFileAtomic(path, bytes);
    return { path, state: 'new' };
  }
  const backup = await findFreeBackup(path);
  await rename(path, backup);
  await writeFileAtomic(path, bytes);
  return { path, state: 'replaced', backup };
}

/** One sentence that tells what `writeKeepingOld` did. */
export function describeKeptFile(file: KeptFile): string {
  if (file.state === 'same') return `${file.path} already holds this result; nothing was written.`;
  if (file.state === 'replaced') return `Wrote ${file.path}; what stood there is now ${file.backup}.`;
  return `Wrote ${file.path}.`;
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
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

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

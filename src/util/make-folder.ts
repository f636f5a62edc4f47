import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCodeOf } from './system-error.ts';

/** As `mkdir -p`. Node's own calls a read-only file system ENOENT, and below /proc it never returns. */
export async function makeFolder(path: string): Promise<void> {
  const existing = await stat(path).catch(() => undefined);
  if (existing?.isDirectory()) return;
  const parent = dirname(path);
  if (parent !== path) await makeFolder(parent);
  try {
    await mkdir(path);
  } catch (error) {
    // Another process was faster.
    if (errorCodeOf(error) !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error;
  }
}

import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCodeOf } from './system-error.ts';

/**
 * Creates a folder and those it lies in. Node's own recursive `mkdir` reports a read-only file system as ENOENT, and
 * below /proc it never returns.
 */
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

import { randomBytes } from 'node:crypto';
import { open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { errorCodeOf } from '../util/system-error.ts';

/** Makes sure that a file or folder could be created at this path, by really creating a file in the nearest folder. */
export async function checkWritable(path: string): Promise<void> {
  const folder = await nearestFolder(path);
  const probe = join(folder, `.bcb-${randomBytes(6).toString('hex')}`);
  try {
    await (await open(probe, 'wx')).close();
    await rm(probe, { force: true });
  } catch (cause) {
    const why = errorCodeOf(cause) ?? String(cause);
    throw new BigCodeBenchError('STORE', `Cannot write ${path}: ${folder} is not writable (${why}).`, {
      cause,
      data: { file: path, code: why },
    });
  }
}

async function nearestFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return path;
  const parent = dirname(path);
  return parent === path ? path : nearestFolder(parent);
}

import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { fileError } from '../error/bigcodebench-error.ts';

const maxFileBytes = 512 << 20;

/**
 * Refuses a file that others may have put there and that is none: reading a FIFO waits for ever, a device has no end, and a
 * link leads elsewhere. No file at all is for whoever reads it to tell.
 */
export async function requireRegularFile(path: string, maxBytes = maxFileBytes): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (!found) return;
  const fault = found.isFile()
    ? found.size > maxBytes && `has ${found.size} bytes, of which ${maxBytes} are read at most`
    : `is ${kindOf(found)}, no regular file`;
  if (fault === false) return;
  throw fileError(path, `${path} ${fault}: it is not read, so put the file itself there.`);
}

function kindOf(found: Stats): string {
  if (found.isSymbolicLink()) return 'a link';
  if (found.isDirectory()) return 'a folder';
  if (found.isFIFO()) return 'a FIFO';
  return found.isSocket() ? 'a socket' : 'a device';
}

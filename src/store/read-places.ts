import type { FileHandle } from 'node:fs/promises';
import type { JournalPlace } from './scan-journal.ts';

/** Lines this near to each other are read at once. */
const slackBytes = 1 << 16;

/** The bytes of some lines of a file; of neighbours in one read. */
export async function readPlaces(file: FileHandle, places: readonly JournalPlace[]): Promise<Buffer[]> {
  const total = places.reduce((sum, { bytes }) => sum + bytes, 0);
  const start = Math.min(...places.map(({ offset }) => offset));
  const end = Math.max(...places.map(({ offset, bytes }) => offset + bytes));
  if (end - start > 2 * total + slackBytes) {
    return Promise.all(places.map(({ offset, bytes }) => readRange(file, offset, bytes)));
  }
  const span = places.length === 0 ? Buffer.alloc(0) : await readRange(file, start, end - start);
  return places.map(({ offset, bytes }) => span.subarray(offset - start, offset - start + bytes));
}

async function readRange(file: FileHandle, offset: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(bytes);
  for (let filled = 0; filled < bytes; ) {
    const { bytesRead } = await file.read(buffer, filled, bytes - filled, offset + filled);
    if (bytesRead === 0) throw new Error(`The file ends before byte ${offset + bytes}.`);
    filled += bytesRead;
  }
  return buffer;
}

import { type FileHandle, open } from 'node:fs/promises';
import type { JournalPlace } from './scan-journal.ts';

/** An event as it was written, body included. */
export type LogLine = Readonly<Record<string, unknown>>;

type Places = readonly (JournalPlace | undefined)[];

/**
 * Reads single lines of a journal back. The file is opened for the first one. Lines are not validated again: they were when
 * the journal was scanned.
 */
export function createLineReader(path: string) {
  let opening: Promise<FileHandle> | undefined;
  return {
    /** The events at these places, in the order asked for; undefined where there is no place. */
    async read(places: Places): Promise<(LogLine | undefined)[]> {
      opening ??= open(path, 'r');
      const lines = await readPlaces(await opening, places);
      return lines.map((line) => line && (JSON.parse(line.toString('utf8')) as LogLine));
    },
    async [Symbol.asyncDispose]() {
      const file = await opening;
      await file?.close();
    },
  };
}

/** Lines this near to each other are read at once. */
const slackBytes = 1 << 14;

/** The bytes of some lines of a file; of neighbours in one read. */
export async function readPlaces(file: FileHandle, places: Places): Promise<(Buffer | undefined)[]> {
  const sorted = places.filter((place) => place !== undefined).sort((a, b) => a.offset - b.offset);
  const spans: { start: number; end: number }[] = [];
  const spanOf = new Map<JournalPlace, number>();
  for (const place of sorted) {
    const { offset, bytes } = place;
    const last = spans.at(-1);
    if (last && offset <= last.end + slackBytes) last.end = Math.max(last.end, offset + bytes);
    else spans.push({ start: offset, end: offset + bytes });
    spanOf.set(place, spans.length - 1);
  }
  const buffers = await Promise.all(spans.map(({ start, end }) => readRange(file, start, end - start)));
  return places.map((place) => {
    const at = place && spanOf.get(place);
    if (!place || at === undefined) return undefined;
    const from = place.offset - (spans[at]?.start ?? 0);
    return buffers[at]?.subarray(from, from + place.bytes);
  });
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

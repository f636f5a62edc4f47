import { type FileHandle, open } from 'node:fs/promises';
import { readPlaces } from './read-places.ts';
import type { JournalPlace } from './scan-journal.ts';

/** Reads single lines of a journal back. */
export interface LineReader {
  /** The events at these places, in the order asked for. */
  read(places: readonly JournalPlace[]): Promise<unknown[]>;
  close(): Promise<void>;
}

/** The file is opened for the first line. Lines are not validated again: they were when the journal was scanned. */
export function createLineReader(path: string): LineReader {
  let opening: Promise<FileHandle> | undefined;
  return {
    async read(places) {
      opening ??= open(path, 'r');
      const lines = await readPlaces(await opening, places);
      return lines.map((line) => JSON.parse(line.toString('utf8')) as unknown);
    },
    async close() {
      const file = await opening;
      opening = undefined;
      await file?.close();
    },
  };
}

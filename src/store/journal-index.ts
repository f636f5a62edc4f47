import { type FileHandle, rm, writeFile } from 'node:fs/promises';
import type { ZodType } from 'zod';
import { type Journal, openJournal } from './journal.ts';
import { createLineReader } from './line-reader.ts';
import type { JournalPlace } from './scan-journal.ts';
import { isFullDisk } from './store-error.ts';

/** Names one sample of a run. */
export interface SampleKey {
  readonly taskId: string;
  readonly index: number;
}

export function keyOf({ taskId, index }: SampleKey): string {
  return `${taskId}#${index}`;
}

/** A journal of which memory holds only an index: what was read back and what is recorded enter it alike. */
export interface JournalIndex<Event> extends AsyncDisposable {
  /** Lines that could not be read back. */
  readonly damagedLines: number;
  /** Events that only a newer version knows. */
  readonly unknownEvents: number;
  /** Set once the disk was full: what is under way is still kept, nothing more should be begun. */
  readonly fullDisk: unknown;
  /** Resolves after the event is on disk and in the index. */
  record(event: Event): Promise<void>;
  /** The events at these places, as they were written. */
  read(places: readonly JournalPlace[]): Promise<unknown[]>;
  close(): Promise<void>;
}

export interface JournalIndexOptions<Event> {
  readonly path: string;
  readonly schema: ZodType<Event>;
  readonly enter: (event: Event, place: JournalPlace) => void;
  /** Held back on disk and given up when that is full, so that what is under way still finds room. */
  readonly reserveBytes?: number | undefined;
  /** How lines reach the disk; tests break it. */
  readonly sync?: ((file: FileHandle) => Promise<void>) | undefined;
}

/** Opens a journal, whether it is new, was broken off, or is complete. */
export async function openJournalIndex<Event extends object>(
  options: JournalIndexOptions<Event>,
): Promise<JournalIndex<Event>> {
  const { path, schema, enter, reserveBytes = 0, sync } = options;
  const reserve = `${path}.reserve`;
  const reader = createLineReader(path);
  const first = await openJournal({ path, schema, sync, onEntry: ({ event, place }) => enter(event, place) });
  if (reserveBytes > 0) await writeFile(reserve, Buffer.alloc(reserveBytes)).catch(() => {});
  let current: Promise<Journal<Event>> = Promise.resolve(first);
  let fullDisk: unknown;

  /** A journal takes nothing more after a failure: room is made, and it is opened again. */
  const makeRoom = async (failed: Journal<Event>) => {
    await rm(reserve, { force: true });
    await failed.close().catch(() => {});
    return openJournal({ path, schema, sync });
  };
  const append = async (event: Event): Promise<JournalPlace> => {
    const used = current;
    const journal = await used;
    try {
      return await journal.append(event);
    } catch (error) {
      // Of those that fail together, the first makes room, once; all of them try the journal that is then open.
      if (used === current) {
        if (reserveBytes === 0 || !isFullDisk(error) || fullDisk !== undefined) throw error;
        fullDisk = error;
        current = makeRoom(journal);
      }
      return (await current).append(event);
    }
  };
  const close = async () => {
    await reader.close();
    try {
      // Where it could not be opened again, whoever appended was told.
      const journal = await current.catch(() => undefined);
      await journal?.close();
    } finally {
      if (reserveBytes > 0) await rm(reserve, { force: true });
    }
  };
  return {
    damagedLines: first.damagedLines,
    unknownEvents: first.unknownEvents,
    get fullDisk() {
      return fullDisk;
    },
    record: async (event) => enter(event, await append(event)),
    read: (places) => reader.read(places),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Sentences about the lines of a journal that were skipped. */
export function describeSkipped(
  path: string,
  { damagedLines, unknownEvents }: Pick<JournalIndex<unknown>, 'damagedLines' | 'unknownEvents'>,
): string[] {
  const lines = damagedLines === 1 ? 'line' : 'lines';
  const events = unknownEvents === 1 ? 'event' : 'events';
  return [
    ...(damagedLines > 0
      ? [`${damagedLines} ${lines} of ${path} are damaged or were edited; what they held is done again.`]
      : []),
    ...(unknownEvents > 0 ? [`${unknownEvents} ${events} in ${path} are of a newer version and were skipped.`] : []),
  ];
}

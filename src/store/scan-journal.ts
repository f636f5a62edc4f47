import { createReadStream } from 'node:fs';
import type { ZodType } from 'zod';
import { errorCodeOf } from '../util/system-error.ts';
import { openLine } from './journal-seal.ts';
import { throwStoreError } from './store-error.ts';

/** Where a line lies in the file. */
export interface JournalPlace {
  readonly offset: number;
  /** Its length, newline included. */
  readonly bytes: number;
}

export interface JournalEntry<Event> {
  readonly event: Event;
  readonly place: JournalPlace;
}

/** What reading a journal to its end found. */
export interface JournalEnd {
  /** How far the file holds whole lines. */
  readonly wholeBytes: number;
  /** Lines that are not what was written: damaged, edited, or from another journal. */
  readonly damagedLines: number;
  /** Events that only a newer version knows. */
  readonly unknownEvents: number;
  /** What its lines are sealed with; undefined for a journal that holds none yet. */
  readonly key: string | undefined;
}

export interface ScanOptions<Event> {
  readonly path: string;
  readonly schema: ZodType<Event>;
  /** Where an earlier scan came to its end: only what was written since is read. */
  readonly after?: Pick<JournalEnd, 'wholeBytes' | 'key'> | undefined;
  readonly onEnd?: ((end: JournalEnd) => void) | undefined;
}

const newline = 0x0a;

/**
 * The events of a journal, in order, read as a stream. A last line without its newline was being written when the
 * process died: it is not an event. A line that does not vouch for itself is skipped and counted: events are facts that
 * stand alone, and what is missing is done again. No file is an empty journal.
 */
export async function* scanJournal<Event>(options: ScanOptions<Event>): AsyncGenerator<JournalEntry<Event>> {
  const { path, schema, after, onEnd } = options;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let pending: Buffer[] = [];
  let offset = after?.wholeBytes ?? 0;
  let key = after?.key;
  let damagedLines = 0;
  let unknownEvents = 0;
  const finishLine = (end: Buffer): JournalEntry<Event> | undefined => {
    const line = pending.length === 0 ? end : Buffer.concat([...pending, end]);
    pending = [];
    const start = offset;
    offset += line.length + 1;
    const text = decode(decoder, line);
    const opened = text === undefined ? undefined : openLine(text);
    key ??= opened?.key;
    if (opened === undefined || opened.key !== key) {
      damagedLines++;
      return undefined;
    }
    const parsed = schema.safeParse(opened.event);
    if (parsed.success) return { event: parsed.data, place: { offset: start, bytes: line.length + 1 } };
    unknownEvents++;
    return undefined;
  };
  const stream = createReadStream(path, { highWaterMark: 1 << 20, start: offset });
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      let from = 0;
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
        const entry = finishLine(chunk.subarray(from, at));
        from = at + 1;
        if (entry) yield entry;
      }
      if (from < chunk.length) pending.push(chunk.subarray(from));
    }
  } catch (error) {
    if (errorCodeOf(error) !== 'ENOENT') throwStoreError(error, path);
  } finally {
    stream.destroy();
  }
  onEnd?.({ wholeBytes: offset, damagedLines, unknownEvents, key });
}

/** Undefined when the bytes are not UTF-8. */
function decode(decoder: InstanceType<typeof TextDecoder>, line: Buffer): string | undefined {
  try {
    return decoder.decode(line);
  } catch {
    return undefined;
  }
}

import { createReadStream } from 'node:fs';
import type { ZodType } from 'zod';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { errorCodeOf } from '../util/system-error.ts';
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

export interface ScanOptions<Event> {
  readonly path: string;
  readonly schema: ZodType<Event>;
  /** Told how far the file holds whole lines, and how many of those could not be read, once the end is reached. */
  readonly onEnd?: (end: { readonly wholeBytes: number; readonly damagedLines: number }) => void;
}

const newline = 0x0a;

/**
 * The events of a journal, in order, read as a stream. A last line without its newline was being written when the
 * process died: it is not an event. A damaged line (a power cut can leave a block of zeros) is skipped: events are
 * facts that stand alone, and what is missing is done again. No file is an empty journal.
 */
export async function* scanJournal<Event>(options: ScanOptions<Event>): AsyncGenerator<JournalEntry<Event>> {
  const { path, schema, onEnd } = options;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let pending: Buffer[] = [];
  let offset = 0;
  let lineNumber = 0;
  let damagedLines = 0;
  const finishLine = (end: Buffer): JournalEntry<Event> | undefined => {
    const line = pending.length === 0 ? end : Buffer.concat([...pending, end]);
    pending = [];
    lineNumber++;
    const start = offset;
    offset += line.length + 1;
    const value = parseLine(decoder, line);
    if (value === undefined) {
      damagedLines++;
      return undefined;
    }
    const parsed = schema.safeParse(value);
    if (parsed.success) return { event: parsed.data, place: { offset: start, bytes: line.length + 1 } };
    throw new BigCodeBenchError(
      'STORE',
      `${path}:${lineNumber} is not an event this version knows: use the version that wrote it, or another --out.`,
      { cause: parsed.error, data: { file: path, line: lineNumber } },
    );
  };
  const stream = createReadStream(path, { highWaterMark: 1 << 20 });
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
  onEnd?.({ wholeBytes: offset, damagedLines });
}

/** Undefined when the bytes are not a JSON object. */
function parseLine(decoder: InstanceType<typeof TextDecoder>, line: Buffer): object | undefined {
  try {
    const value: unknown = JSON.parse(decoder.decode(line));
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

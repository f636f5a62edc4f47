import { hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { ZodType } from 'zod';
import { fileError } from '../error/bigcodebench-error.ts';
import { requireRegularFile } from '../util/regular-file.ts';
import { errorCodeOf } from '../util/system-error.ts';
import { throwStoreError } from './store-error.ts';

/** Where a line lies in the file. `bytes`: its length, newline included. */
export type JournalPlace = Readonly<{ offset: number; bytes: number }>;

export type JournalEntry<Event> = Readonly<{ event: Event; place: JournalPlace }>;

export interface JournalEnd {
  /** How far the file holds whole lines. */
  readonly wholeBytes: number;
  /** Lines that are not what was written: damaged, edited, repeated, missing, or from another journal. */
  readonly damagedLines: number;
  /** Events that only a newer version knows. */
  readonly unknownEvents: number;
  /** What its lines are sealed with; undefined for a journal that holds none yet. */
  readonly key: string | undefined;
  /** Lines that were written up to the last one that is as it was written. */
  readonly written: number;
  /** Lines after that one: each may be damaged, and thus one that was written, or not belong here at all. */
  readonly trailing: number;
}

export interface ScanOptions<Event> {
  readonly path: string;
  readonly schema: ZodType<Event>;
  /** Where an earlier scan came to its end: only what was written since is read. */
  readonly after?: JournalEnd | undefined;
  readonly onEnd?: ((end: JournalEnd) => void) | undefined;
}

export const emptyJournal: JournalEnd = {
  wholeBytes: 0,
  damagedLines: 0,
  unknownEvents: 0,
  key: undefined,
  written: 0,
  trailing: 0,
};

const newline = 0x0a;
/** What one event may take: more than the longest answer and the output of its program. */
const maxLineBytes = 128 << 20;
const chunkBytes = 1 << 20;

/**
 * The events of a journal, in order, read as a stream. A last line without its newline was being written when the
 * process died: it is not an event. A line that does not vouch for itself is skipped and counted: events are facts that
 * stand alone, and what is missing is done again. No file is an empty journal.
 */
export async function* scanJournal<Event>(options: ScanOptions<Event>): AsyncGenerator<JournalEntry<Event>> {
  const { path, schema, after = emptyJournal, onEnd } = options;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let { wholeBytes: offset, key, written, trailing: unreadable, unknownEvents } = after;
  let damagedLines = after.damagedLines - unreadable;
  const finishLine = (end: Buffer): JournalEntry<Event> | undefined => {
    const line = pending.length === 0 ? end : Buffer.concat([...pending, end]);
    pending = [];
    pendingBytes = 0;
    const start = offset;
    offset += line.length + 1;
    const opened = openLine(line);
    key ??= opened?.key;
    if (opened === undefined || opened.key !== key || opened.number < written) {
      unreadable++;
      return undefined;
    }
    // A line that is gone leaves a gap in the numbers; one that is damaged does, too.
    damagedLines += Math.max(unreadable, opened.number - written);
    unreadable = 0;
    written = opened.number + 1;
    const parsed = schema.safeParse(opened.event);
    if (parsed.success) return { event: parsed.data, place: { offset: start, bytes: line.length + 1 } };
    unknownEvents++;
    return undefined;
  };
  await requireRegularFile(path, Number.POSITIVE_INFINITY);
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    // One buffer for the whole file: a run of 100 samples a task has 200 MB of lines.
    const buffer = Buffer.allocUnsafe(chunkBytes);
    for (let position = offset; ; ) {
      const { bytesRead } = await file.read(buffer, 0, chunkBytes, position);
      if (bytesRead === 0) break;
      position += bytesRead;
      const chunk = buffer.subarray(0, bytesRead);
      let from = 0;
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
        const entry = finishLine(chunk.subarray(from, at));
        from = at + 1;
        if (entry) yield entry;
      }
      if (from < bytesRead) pending.push(Buffer.from(chunk.subarray(from)));
      pendingBytes += bytesRead - from;
      requireLineLength(path, pendingBytes);
    }
  } catch (error) {
    if (errorCodeOf(error) !== 'ENOENT') throwStoreError(error, path);
  } finally {
    await file?.close();
  }
  damagedLines += unreadable;
  onEnd?.({ wholeBytes: offset, damagedLines, unknownEvents, key, written, trailing: unreadable });
}

/** Refuses a line that is no event of ours: to be read, it would have to fit into memory as a whole. */
export function requireLineLength(path: string, bytes: number): void {
  if (bytes <= maxLineBytes) return;
  const fault = `a line of more than ${maxLineBytes >> 20} MB, which is no event of a run`;
  throw fileError(path, `${path} has ${fault}: move its folder away and try again.`, { code: 'STORE' });
}

/**
 * How journal lines vouch for themselves. Each ends with the key of its journal, its number, and a checksum over all that
 * stands before it, so a line that was edited, damaged, repeated, or copied from another journal does not fit.
 */
const ending = /,"check":"([0-9a-f]{8})-(\d{1,15})-([0-9a-f]{16})"\}$/;
/** More than the longest ending has. */
const endingBytes = 64;
/** What follows the checksum's digits, and the digits. */
const closing = '"}';
const checkBytes = 16;

/** Where a line stands: in which journal, and how many lines were written before it. */
type LineSeal = Readonly<{ key: string; number: number }>;

/** The line of an event, newline included. */
export function sealLine({ key, number }: LineSeal, event: object): string {
  const sealed = `${JSON.stringify(event).slice(0, -1)},"check":"${key}-${number}-`;
  return `${sealed}${checkOf(sealed)}${closing}\n`;
}

/**
 * What a fold of the log needs of an event stands before a member of this name, which is long. A quote within a text is
 * escaped, so the first match is that member.
 */
const bodyStart = Buffer.from(',"verdict":{');

/** The event of a line, given without its newline and body, and its seal; undefined if it was not written so. */
export function openLine(line: Buffer): (LineSeal & { readonly event: unknown }) | undefined {
  const [, key, digits, check] = ending.exec(line.toString('latin1', Math.max(0, line.length - endingBytes))) ?? [];
  if (key === undefined || check !== checkOf(line.subarray(0, -(checkBytes + closing.length)))) return undefined;
  const bodyAt = line.indexOf(bodyStart);
  const text = bodyAt < 0 ? line.toString() : `${line.toString('utf8', 0, bodyAt)}}`;
  try {
    return { key, number: Number(digits), event: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function checkOf(content: string | Buffer): string {
  return hash('sha256', content).slice(0, checkBytes);
}

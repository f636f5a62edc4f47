import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { syncFolder } from '../util/atomic-file.ts';
import type { Deferred } from '../util/deferred.ts';
import { makeFolder } from '../util/make-folder.ts';
import {
  emptyJournal,
  type JournalEnd,
  type JournalEntry,
  type JournalPlace,
  requireLineLength,
  type ScanOptions,
  scanJournal,
  sealLine,
} from './scan-journal.ts';
import { withStoreErrors } from './store-error.ts';

/** An append-only file of events, one JSON object per line. What `append` resolved for survives a power cut. */
export interface Journal<Event> extends AsyncDisposable, Pick<JournalEnd, 'damagedLines' | 'unknownEvents'> {
  /** How many bytes of it are on disk. */
  readonly size: number;
  /**
   * Resolves, with the place of its line, after the event is on disk; events appended meanwhile share the next sync, as far as
   * they fit into one batch. Who appends without end waits for some of them first.
   */
  append(event: Event): Promise<JournalPlace>;
  /** Waits for the appends under way. May be called twice. */
  close(): Promise<void>;
}

export interface JournalOptions<Event> extends Pick<ScanOptions<Event>, 'path' | 'schema'> {
  /** Takes what the file holds, one by one, so that a large journal need not fit into memory. */
  readonly onEntry?: ((entry: JournalEntry<Event>) => void) | undefined;
  /** How lines reach the disk; tests count or break it. */
  readonly sync?: ((file: FileHandle) => Promise<void>) | undefined;
}

type Pending<Event> = Omit<Deferred<JournalPlace>, 'promise'> & { readonly event: Event };

const batchBytes = 8 << 20;

/** Opens or creates a journal, reads back its events and cuts a line that was torn when its writer died. */
export async function openJournal<Event extends object>(options: JournalOptions<Event>): Promise<Journal<Event>> {
  const { path, schema, sync = (file: FileHandle) => file.datasync() } = options;
  let end = emptyJournal;
  const onEnd = (found: JournalEnd) => {
    end = found;
  };
  for await (const entry of scanJournal({ path, schema, onEnd })) options.onEntry?.(entry);
  const file = await openForAppending(path, end.wholeBytes);

  const key = end.key ?? randomBytes(4).toString('hex');
  let size = end.wholeBytes;
  let number = end.written + end.trailing;
  let waiting: Pending<Event>[] = [];
  let writing: Promise<void> | undefined;
  let failure: unknown;
  let isClosed = false;

  /** The lines of the first events that wait, no more than fit into a batch: a million at once would fit into no buffer. */
  const sealBatch = () => {
    const lines: Buffer[] = [];
    for (let bytes = 0; lines.length < waiting.length && bytes < batchBytes; bytes += lines.at(-1)?.length ?? 0) {
      const { event } = waiting[lines.length] as Pending<Event>;
      const line = Buffer.from(sealLine({ key, number: number++ }, event));
      requireLineLength(path, line.length);
      lines.push(line);
    }
    return lines;
  };
  const writeWaiting = async () => {
    while (waiting.length > 0 && failure === undefined) {
      let batch: Pending<Event>[] = [];
      try {
        const lines = sealBatch();
        batch = waiting.splice(0, lines.length);
        const bytes = Buffer.concat(lines);
        await withStoreErrors(path, async () => {
          await writeFully(file, bytes, size);
          await sync(file);
        });
        for (const [at, { resolve }] of batch.entries()) {
          const { length } = lines[at] as Buffer;
          resolve({ offset: size, bytes: length });
          size += length;
        }
      } catch (error) {
        failure = error;
        // Whatever part got out is taken back, so that the file ends with its last whole event.
        await file.truncate(size).catch(() => {});
        for (const { reject } of [...batch, ...waiting]) reject(failure);
        waiting = [];
      }
    }
    writing = undefined;
  };
  const append = (event: Event) => {
    if (isClosed) return Promise.reject(new BigCodeBenchError('INVARIANT', `${path} was closed before an append.`));
    if (failure !== undefined) return Promise.reject(failure);
    return new Promise<JournalPlace>((resolve, reject) => {
      waiting.push({ event, resolve, reject });
      writing ??= Promise.resolve().then(writeWaiting);
    });
  };
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await writing;
    await file.close();
  };
  const { damagedLines, unknownEvents } = end;
  return {
    damagedLines,
    unknownEvents,
    get size() {
      return size;
    },
    append,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function openForAppending(path: string, wholeBytes: number): Promise<FileHandle> {
  return withStoreErrors(path, async () => {
    await makeFolder(dirname(path));
    // Not 'a', which ignores the position that a torn write is taken back to; not 'w+', which empties the file.
    const file = await open(path, constants.O_RDWR | constants.O_CREAT);
    try {
      await file.truncate(wholeBytes);
      await file.sync();
      await syncFolder(dirname(path));
      return file;
    } catch (error) {
      await file.close();
      throw error;
    }
  });
}

async function writeFully(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}

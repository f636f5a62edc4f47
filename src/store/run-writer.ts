import { type FileHandle, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { type LogEvent, logEventSchema } from '../schema/log-event.ts';
import type { RunLabels } from '../schema/run-record.ts';
import { stableStringify } from '../util/hash.ts';
import { moveAside } from '../util/keep-old-file.ts';
import { lockFolder } from './folder-lock.ts';
import { type Journal, openJournal } from './journal.ts';
import { type Manifest, manifestSchema, type RunIdentity, readManifest, runIdOf, writeManifest } from './manifest.ts';
import { RunLog } from './run-log.ts';
import type { JournalPlace } from './scan-journal.ts';
import { isFullDisk } from './store-error.ts';

export interface OpenRunLogOptions {
  readonly outDir: string;
  readonly identity: RunIdentity;
  readonly describe: () => Promise<Pick<Manifest, 'run' | 'exports' | 'provenance'>>;
  /** Start from nothing: an earlier journal is set aside as `journal.jsonl.bak`. */
  readonly fresh?: boolean | undefined;
  /** How lines reach the disk; tests break it. */
  readonly sync?: ((file: FileHandle) => Promise<void>) | undefined;
}

type Opened = Pick<OpenRunLogOptions, 'sync'> & { readonly isNew: boolean; readonly lock: AsyncDisposable };

/** Space for what is under way when the disk is full: answers are paid for. */
const reserveBytes = 4 * 1024 * 1024;

/** Finds or creates the run with this identity and takes it for this process. A living second process is refused. */
export async function openRunLog(options: OpenRunLogOptions): Promise<RunWriter> {
  const { outDir, identity, describe, fresh = false, sync } = options;
  const id = runIdOf(identity);
  const path = join(outDir, 'runs', id);
  const lock = await lockFolder(path);
  try {
    const found = await readManifest(path);
    if (found && stableStringify(found.identity) !== stableStringify(identity)) {
      const message = `${path} belongs to another run: move it away and try again.`;
      throw new BigCodeBenchError('STORE', message, { data: { folder: path } });
    }
    if (fresh) await moveAside(join(path, 'journal.jsonl'));
    const isKept = found !== undefined && !fresh;
    // Through JSON and back, so that a new manifest equals the one read later.
    const begin = async () => JSON.stringify({ id, identity, ...(await describe()) });
    const manifest = isKept ? found : manifestSchema.parse(JSON.parse(await begin()));
    if (!isKept) await writeManifest(path, manifest);
    const writer = new RunWriter(path, manifest, { isNew: !found, lock, sync });
    await writer.begin();
    return writer;
  } catch (error) {
    await lock[Symbol.asyncDispose]();
    throw error;
  }
}

/** A run that this process appends to, until it is closed. */
export class RunWriter extends RunLog implements AsyncDisposable {
  /** Whether it was created just now; otherwise an earlier process worked on the same. */
  readonly isNew: boolean;
  /** Set once the disk was full: what is under way is still kept, nothing more should be begun. */
  fullDisk: unknown;
  readonly #lock: AsyncDisposable;
  readonly #sync: OpenRunLogOptions['sync'];
  #journal: Promise<Journal<LogEvent>> | undefined;

  constructor(path: string, manifest: Manifest, { isNew, lock, sync }: Opened) {
    super(path, manifest);
    this.isNew = isNew;
    this.#lock = lock;
    this.#sync = sync;
    this.isLocked = true;
  }

  async begin(): Promise<void> {
    const onEntry = ({ event, place }: { event: LogEvent; place: JournalPlace }) => this.state.enter(event, place);
    const journal = await this.#open(onEntry);
    const { damagedLines, unknownEvents } = journal;
    this.end = { ...this.end, damagedLines, unknownEvents };
    this.#journal = Promise.resolve(journal);
    await writeFile(this.#reserve, Buffer.alloc(reserveBytes)).catch(() => {});
    if (this.state.startedAt === undefined) await this.append({ type: 'started', at: new Date().toISOString() });
  }

  /** Resolves after the event is on disk and in the state. */
  async append(event: LogEvent): Promise<void> {
    this.state.enter(event, await this.#write(event));
  }

  /** Calls the run so, where it is not called that already. */
  async label(labels: RunLabels): Promise<void> {
    const { labels: before } = this.state;
    if (stableStringify({ ...before, ...labels }) === stableStringify(before)) return;
    await this.append({ type: 'labelled', labels, at: new Date().toISOString() });
  }

  /** How many bytes are on disk: what is appended later lies behind. */
  async size(): Promise<number> {
    return (await this.#journal)?.size ?? 0;
  }

  async close(): Promise<void> {
    const closing = this.#journal;
    if (!closing) return;
    this.#journal = undefined;
    try {
      // Where it could not be opened again, whoever appended was told.
      const journal = await closing.catch(() => undefined);
      await journal?.close();
    } finally {
      await rm(this.#reserve, { force: true });
      await this.#lock[Symbol.asyncDispose]();
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #write(event: LogEvent): Promise<JournalPlace> {
    const used = this.#journal;
    if (!used) throw new BigCodeBenchError('INVARIANT', `${this.path} was closed before an append.`);
    const journal = await used;
    try {
      return await journal.append(event);
    } catch (error) {
      // Of those that fail together, the first makes room, once; all of them try the journal that is then open.
      if (used === this.#journal) {
        if (!isFullDisk(error) || this.fullDisk !== undefined) throw error;
        this.fullDisk = error;
        this.#journal = this.#makeRoom(journal);
      }
      const reopened = await this.#journal;
      if (!reopened) throw error;
      return reopened.append(event);
    }
  }

  /** A journal takes nothing more after a failure: room is made, and it is opened again. */
  async #makeRoom(failed: Journal<LogEvent>): Promise<Journal<LogEvent>> {
    await rm(this.#reserve, { force: true });
    await failed.close().catch(() => {});
    return this.#open();
  }

  #open(onEntry?: (entry: { event: LogEvent; place: JournalPlace }) => void): Promise<Journal<LogEvent>> {
    return openJournal({ path: this.journalPath, schema: logEventSchema, sync: this.#sync, onEntry });
  }

  get #reserve(): string {
    return `${this.journalPath}.reserve`;
  }
}

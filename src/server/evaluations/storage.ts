import type { Dirent } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { tooBusy } from '../http/request-fault.ts';
import type { Evaluations } from './evaluations.ts';

export interface StorageLimits {
  readonly maxAgeMs: number;
  readonly maxBytes: number;
}

interface StorageOptions extends StorageLimits {
  /** Holds `samples` and `evaluations`. What else is in there is not ours. */
  readonly folder: string;
  /** Those in memory: whose files stay, and who is told before a folder is removed. */
  readonly evaluations: Pick<Evaluations, 'isInUse' | 'forget'>;
  readonly now?: (() => number) | undefined;
}

interface Entry {
  readonly path: string;
  readonly bytes: number;
  readonly changedAt: number;
}

const everyMs = 60 * 60_000;
/** What was sent a moment ago is about to be evaluated. */
const graceMs = 10 * 60_000;

/** What callers sent and what came of it, on disk: the oldest goes when there is too much of it, or it is too old. */
export class Storage implements Disposable {
  readonly #options: StorageOptions;
  readonly #timer: NodeJS.Timeout;
  #use = { bytes: 0, folders: 0 };
  #added = 0;
  #pruning: Promise<void> | undefined;

  constructor(options: StorageOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.prune(), everyMs);
    this.#timer.unref();
  }

  /** As of the last look. */
  get use(): { readonly bytes: number; readonly folders: number } {
    return { ...this.#use, bytes: this.#use.bytes + this.#added };
  }

  /** Throws where what cannot be removed yet is much more than there may be. */
  requireRoom(): void {
    if (this.use.bytes <= 2 * this.#options.maxBytes) return;
    void this.prune();
    throw tooBusy();
  }

  /** So much was written; if it adds up, it is time to look. */
  add(bytes: number): void {
    this.#added += bytes;
    const { maxBytes } = this.#options;
    if (this.use.bytes > maxBytes || this.#added > maxBytes / 20) void this.prune();
  }

  /** Never rejects: what cannot be removed now is tried again later. */
  prune(): Promise<void> {
    this.#pruning ??= this.#prune()
      .catch(() => {})
      .finally(() => {
        this.#pruning = undefined;
      });
    return this.#pruning;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  async #prune(): Promise<void> {
    const { maxAgeMs, maxBytes, evaluations, now = Date.now } = this.#options;
    this.#added = 0;
    const entries = (await this.#list()).sort((a, b) => a.changedAt - b.changedAt);
    let bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
    let folders = entries.length;
    for (const entry of entries) {
      const ageMs = now() - entry.changedAt;
      const isKept = ageMs <= maxAgeMs && bytes <= maxBytes;
      if (isKept || ageMs < graceMs || evaluations.isInUse(entry.path)) continue;
      evaluations.forget(entry.path);
      await rm(entry.path, { recursive: true, force: true });
      bytes -= entry.bytes;
      folders--;
    }
    this.#use = { bytes, folders };
  }

  /** By their names: no folder that somebody else put there is touched. */
  async #list(): Promise<Entry[]> {
    const { folder } = this.#options;
    const owners = await listFolders(join(folder, 'samples'), /^(?:anonymous|[0-9a-f]{12})$/);
    const lists = await Promise.all([
      listFolders(join(folder, 'evaluations'), /^ev-[0-9a-f]{24}$/),
      ...owners.map((path) => listFolders(path, /^[0-9a-f]{64}$/)),
    ]);
    const entries: Entry[] = [];
    for (const path of lists.flat()) entries.push(await measure(path));
    return entries;
  }
}

async function listFolders(path: string, name: RegExp): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((): Dirent[] => []);
  return entries.filter((entry) => entry.isDirectory() && name.test(entry.name)).map((entry) => join(path, entry.name));
}

async function measure(path: string): Promise<Entry> {
  let bytes = 0;
  let changedAt = (await stat(path)).mtimeMs;
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const found = await stat(join(entry.parentPath, entry.name)).catch(() => undefined);
    bytes += found?.size ?? 0;
    changedAt = Math.max(changedAt, found?.mtimeMs ?? 0);
  }
  return { path, bytes, changedAt };
}

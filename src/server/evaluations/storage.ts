import type { Dirent } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { tooBusy } from '../http/request-fault.ts';
import type { Evaluations } from './evaluations.ts';

export type StorageLimits = Readonly<Record<'maxAgeMs' | 'maxBytes', number>>;

interface StorageOptions extends StorageLimits {
  /** Holds `samples` and `evaluations`. What else is in there is not ours. */
  readonly folder: string;
  /** Those in memory: whose files stay, and who is told before a folder is removed. */
  readonly evaluations: Pick<Evaluations, 'isInUse' | 'forget'>;
  readonly now?: (() => number) | undefined;
}

const everyMs = 60 * 60_000;
/** What was sent a moment ago is about to be evaluated. */
const graceMs = 10 * 60_000;

export type Storage = ReturnType<typeof createStorage>;

/** What callers sent and what came of it, on disk: the oldest goes when there is too much of it, or it is too old. */
export function createStorage({ folder, maxAgeMs, maxBytes, evaluations, now = Date.now }: StorageOptions) {
  let found = { bytes: 0, folders: 0 };
  let added = 0;
  /** Of uploads that are under way. */
  let arriving = 0;
  let pruning: Promise<void> | undefined;
  const removeOld = async () => {
    added = 0;
    const entries = (await listEntries(folder)).sort((a, b) => a.changedAt - b.changedAt);
    let bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
    let folders = entries.length;
    for (const entry of entries) {
      const ageMs = now() - entry.changedAt;
      const isKept = entry.isLeft ? ageMs <= everyMs : ageMs <= maxAgeMs && bytes <= maxBytes;
      if (isKept || ageMs < graceMs || evaluations.isInUse(entry.path)) continue;
      evaluations.forget(entry.path);
      await rm(entry.path, { recursive: true, force: true });
      bytes -= entry.bytes;
      folders--;
    }
    found = { bytes, folders };
  };
  /** Never rejects: what cannot be removed now is tried again later. */
  const prune = (): Promise<void> => {
    pruning ??= removeOld()
      .catch(() => {})
      .finally(() => {
        pruning = undefined;
      });
    return pruning;
  };
  const timer = setInterval(() => void prune(), everyMs).unref();
  return {
    prune,
    /** As of the last look. */
    get use() {
      return { ...found, bytes: found.bytes + added + arriving };
    },
    /** So much more of an upload is here. Throws where what cannot be removed yet is much more than there may be. */
    arrive(bytes: number): void {
      arriving += bytes;
      if (found.bytes + added + arriving <= 2 * maxBytes) return;
      void prune();
      throw tooBusy();
    },
    /** An upload is over: how much arrived, and how much of it is kept; if it adds up, it is time to look. */
    settle(arrived: number, kept: number): void {
      arriving -= arrived;
      added += kept;
      if (found.bytes + added > maxBytes || added > maxBytes / 20) void prune();
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

/** By their names: nothing that somebody else put there is touched. `isLeft`: of an upload that ended with its process. */
async function listEntries(folder: string) {
  const owners = await list(join(folder, 'samples'), /^(?:anonymous|[0-9a-f]{12})$/);
  const lists = await Promise.all([
    list(join(folder, 'evaluations'), /^ev-[0-9a-f]{24}$/),
    ...owners.map((path) => list(path, /^(?:[0-9a-f]{64}|\.[\w.-]+\.tmp)$/)),
  ]);
  const entries: Awaited<ReturnType<typeof measure>>[] = [];
  for (const path of lists.flat()) entries.push(await measure(path));
  return entries;
}

async function list(path: string, name: RegExp): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((): Dirent[] => []);
  const isOurs = (entry: Dirent) => name.test(entry.name) && entry.isFile() === entry.name.endsWith('.tmp');
  return entries.filter(isOurs).map((entry) => join(path, entry.name));
}

async function measure(path: string) {
  const { mtimeMs: changedAt, size } = await stat(path);
  if (path.endsWith('.tmp')) return { path, isLeft: true, bytes: size, changedAt };
  const entry = { path, isLeft: false, bytes: 0, changedAt };
  for (const file of await readdir(path, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const found = await stat(join(file.parentPath, file.name)).catch(() => undefined);
    entry.bytes += found?.size ?? 0;
    entry.changedAt = Math.max(entry.changedAt, found?.mtimeMs ?? 0);
  }
  return entry;
}

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { type RunHeader, runHeaderSchema } from '../schema/run-record.ts';
import { writeFileAtomic } from '../util/atomic-file.ts';
import { hashValue, stableStringify } from '../util/hash.ts';
import { moveAside } from '../util/keep-old-file.ts';
import { errorCodeOf } from '../util/system-error.ts';
import { lockFolder } from './folder-lock.ts';
import { throwStoreError, withStoreErrors } from './store-error.ts';

/** `g` for a generation, `e` for an evaluation, `r` for a command that ran several of them. */
export type RunPrefix = 'g' | 'e' | 'r';

export const manifestSchema = z.object({
  id: z.string().regex(/^[ger]-[0-9a-f]{12}$/),
  /** Everything that may change the content of the run; its hash is the id. */
  identity: z.record(z.string(), z.unknown()),
  /** What else is worth knowing: where samples are, versions. */
  provenance: z.record(z.string(), z.unknown()),
  /** What an evaluation is. */
  run: runHeaderSchema.optional(),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** One run on disk, held by this process until `close`. */
export interface RunFolder extends AsyncDisposable {
  readonly id: string;
  readonly path: string;
  /** Whether it was created just now; otherwise an earlier process worked on the same. */
  readonly isNew: boolean;
  readonly manifest: Manifest;
  readonly journalPath: string;
  close(): Promise<void>;
}

export interface RunFolderOptions {
  readonly outDir: string;
  readonly prefix: RunPrefix;
  readonly identity: Readonly<Record<string, unknown>>;
  readonly provenance: Readonly<Record<string, unknown>>;
  readonly run?: RunHeader | undefined;
  /** Start from nothing: an earlier journal is set aside as `journal.jsonl.bak`, an earlier score likewise. */
  readonly fresh?: boolean;
}

/** A field of the identity (`rules.calibrated`) that differs between an earlier run and what is asked for now. */
export interface IdentityDifference {
  readonly field: string;
  readonly earlier: unknown;
  readonly now: unknown;
}

export interface EarlierRun {
  readonly id: string;
  readonly path: string;
  readonly differences: readonly IdentityDifference[];
}

/** The id of the run with this identity: the same wherever and whenever it is computed. */
export function runIdOf(prefix: RunPrefix, identity: Readonly<Record<string, unknown>>): string {
  return `${prefix}-${hashValue(identity).slice(0, 12)}`;
}

/** Of a finished evaluation: what it came to. */
export const scoreFile = 'score.json';

/** Finds or creates the run with this identity and takes it for this process. A living second process is refused. */
export async function openRunFolder(options: RunFolderOptions): Promise<RunFolder> {
  const { outDir, prefix, identity, provenance, run, fresh = false } = options;
  const id = runIdOf(prefix, identity);
  const path = join(outDir, 'runs', id);
  const lock = await lockFolder(path);
  try {
    const found = await readManifest(path);
    if (found && stableStringify(found.identity) !== stableStringify(identity)) throw foreignError(path);
    const isKept = found !== undefined && !fresh && (found.run !== undefined || run === undefined);
    // Through JSON and back, so that a new manifest equals the one read later.
    const manifest = isKept
      ? found
      : manifestSchema.parse(JSON.parse(JSON.stringify({ id, identity, provenance, run })));
    const close = () => lock.release();
    const journalPath = join(path, 'journal.jsonl');
    if (fresh) for (const file of [join(path, scoreFile), journalPath]) await moveAside(file);
    if (!isKept) await writeManifest(path, manifest);
    return { id, path, isNew: !found, manifest, journalPath, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Earlier runs of the same kind and how each differs from this identity, the most similar first; the same one is left out. */
export async function findRunsLike(
  outDir: string,
  prefix: RunPrefix,
  identity: Readonly<Record<string, unknown>>,
): Promise<EarlierRun[]> {
  const runs: EarlierRun[] = [];
  for (const name of await listRunFolders(outDir, prefix)) {
    const path = join(outDir, 'runs', name);
    const manifest = await readManifest(path).catch(() => undefined);
    if (!manifest) continue;
    const differences = diffIdentities(manifest.identity, identity);
    if (differences.length > 0) runs.push({ id: manifest.id, path, differences });
  }
  return runs.sort((a, b) => a.differences.length - b.differences.length || (a.id < b.id ? -1 : 1));
}

/** The manifest of a run's folder; undefined if there is none. */
export async function readManifest(path: string): Promise<Manifest | undefined> {
  const file = join(path, 'manifest.json');
  try {
    return manifestSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    const code = errorCodeOf(cause);
    // A file where a folder was looked for is no run either.
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code !== undefined) throwStoreError(cause, file);
    throw new BigCodeBenchError('STORE', `${file} is not a manifest: move its folder away and try again.`, {
      cause,
      data: { file },
    });
  }
}

async function writeManifest(path: string, manifest: Manifest): Promise<void> {
  const file = join(path, 'manifest.json');
  await withStoreErrors(file, () => writeFileAtomic(file, `${JSON.stringify(manifest, null, 2)}\n`));
}

/** Names of the runs of one kind in an output folder. */
export async function listRunFolders(outDir: string, prefix: RunPrefix): Promise<string[]> {
  try {
    const names = await readdir(join(outDir, 'runs'));
    return names.filter((name) => name.startsWith(`${prefix}-`)).sort();
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return [];
    throwStoreError(error, outDir);
  }
}

function diffIdentities(
  earlier: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
): IdentityDifference[] {
  const fields = [...new Set([...Object.keys(earlier), ...Object.keys(now)])].sort();
  return fields
    .filter((field) => stableStringify([earlier[field]]) !== stableStringify([now[field]]))
    .flatMap((field) => {
      const [before, after] = [earlier[field], now[field]];
      if (!isRecord(before) || !isRecord(after)) return [{ field, earlier: before, now: after }];
      return diffIdentities(before, after).map((inner) => ({ ...inner, field: `${field}.${inner.field}` }));
    });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function foreignError(path: string): BigCodeBenchError {
  return new BigCodeBenchError('STORE', `${path} belongs to another run: move it away and try again.`, {
    data: { folder: path },
  });
}

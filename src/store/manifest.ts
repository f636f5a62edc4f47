import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { BigCodeBenchError, fileError } from '../error/bigcodebench-error.ts';
import { runHeaderSchema } from '../schema/run-record.ts';
import { writeFileAtomic } from '../util/atomic-file.ts';
import { hashValue, stableStringify } from '../util/hash.ts';
import { isRecord } from '../util/is-record.ts';
import { requireRegularFile } from '../util/regular-file.ts';
import { isAbsent } from '../util/system-error.ts';
import { throwStoreError, withStoreErrors } from './store-error.ts';

/** What was asked, in `manifest.json` of a run's folder. */
export const manifestSchema = z.object({
  id: z.string().regex(/^[0-9a-f]{12}$/),
  /** Everything that makes it another run if it differs; its hash is the id. */
  identity: z.record(z.string(), z.unknown()),
  run: runHeaderSchema,
  /** Files written from the log, relative to the folder that `runs` is in. They are never read back. */
  exports: z.array(z.string()),
  /** What else is worth knowing: the request, where samples came from. */
  provenance: z.record(z.string(), z.unknown()),
});

export type Manifest = z.infer<typeof manifestSchema>;

export type RunIdentity = Readonly<Record<string, unknown>>;

/** The id of the run with this identity: the same wherever and whenever it is computed. */
export function runIdOf(identity: RunIdentity): string {
  return hashValue(identity).slice(0, 12);
}

export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const file = join(folder, 'manifest.json');
  await requireRegularFile(file);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    // A file where a folder was looked for is no run either.
    if (isAbsent(cause)) return undefined;
    throwStoreError(cause, file);
  }
  if (isEarlierLayout(basename(folder))) {
    const message = `${folder} was made by version 0.1, which kept runs differently: evaluate its samples file again with \`bcb evaluate --samples FILE\`.`;
    throw new BigCodeBenchError('BAD_INPUT', message, { data: { folder } });
  }
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch (cause) {
    const message = `${file} is not a manifest: move its folder away and try again.`;
    throw fileError(file, message, { code: 'STORE', cause });
  }
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = join(folder, 'manifest.json');
  await withStoreErrors(file, () => writeFileAtomic(file, `${JSON.stringify(manifest, null, 2)}\n`));
}

/** Folders of the runs in an output folder; one of the earlier layout stands for all of them. */
export async function listRunFolders(outDir: string): Promise<string[]> {
  try {
    const names = await readdir(join(outDir, 'runs'));
    const runs = names.filter((name) => /^[0-9a-f]{12}$/.test(name)).sort();
    const [earlier] = names.filter(isEarlierLayout).sort();
    return [...runs, ...(earlier === undefined ? [] : [earlier])].map((name) => join(outDir, 'runs', name));
  } catch (error) {
    if (isAbsent(error)) return [];
    throwStoreError(error, outDir);
  }
}

/** Version 0.1 kept answers (`g-…`), verdicts (`e-…`) and commands (`r-…`) in folders of their own. */
function isEarlierLayout(name: string): boolean {
  return /^[ger]-[0-9a-f]{12}$/.test(name);
}

/** A field of the identity (`rules.calibrated`) that differs between an earlier run and what is asked for now. */
type Difference = Readonly<{ field: string; earlier: unknown; now: unknown }>;

export type EarlierRun = Readonly<{ id: string; path: string; manifest: Manifest; differences: readonly Difference[] }>;

/** Other runs of an output folder and how each differs from this identity, the most similar first. */
export async function findRunsLike(outDir: string, identity: RunIdentity): Promise<EarlierRun[]> {
  const runs = (await readManifests(outDir)).map(({ path, manifest }) => {
    return { id: manifest.id, path, manifest, differences: diffIdentities(manifest.identity, identity) };
  });
  const others = runs.filter(({ differences }) => differences.length > 0);
  return others.sort((a, b) => a.differences.length - b.differences.length || (a.id < b.id ? -1 : 1));
}

/** Of the runs in an output folder; those that cannot be read have no answers that could be used again. */
export async function readManifests(outDir: string): Promise<{ path: string; manifest: Manifest }[]> {
  const found = [];
  for (const path of await listRunFolders(outDir)) {
    const manifest = await readManifest(path).catch(() => undefined);
    if (manifest) found.push({ path, manifest });
  }
  return found;
}

function diffIdentities(earlier: RunIdentity, now: RunIdentity): Difference[] {
  const fields = [...new Set([...Object.keys(earlier), ...Object.keys(now)])].sort();
  return fields
    .filter((field) => stableStringify([earlier[field]]) !== stableStringify([now[field]]))
    .flatMap((field) => {
      const [before, after] = [earlier[field], now[field]];
      if (!isRecord(before) || !isRecord(after)) return [{ field, earlier: before, now: after }];
      return diffIdentities(before, after).map((inner) => ({ ...inner, field: `${field}.${inner.field}` }));
    });
}

import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileError } from '../error/bigcodebench-error.ts';
import { listRunFolders, readManifest } from '../store/manifest.ts';
import { pathExists } from '../util/path-exists.ts';

/** Where a result is: a run's folder, a bundle, an `…_eval_results.json` of somebody, or a table of models and tasks. */
export interface ResultPlace {
  readonly kind: 'run' | 'bundle' | 'file' | 'matrix';
  readonly path: string;
}

export type FindResults = (path: string) => Promise<ResultPlace[]>;

export const resultsFilePattern = /[_.]?eval_results\.json(?:\.gz)?$/;

/**
 * Decides which results a path holds: the run, bundle or file that it names; of a folder, its runs, its bundles, and the
 * result files that none of its runs wrote; where it has none of these, those of the folders in it.
 */
export function createResultFinder(): FindResults {
  /** A manifest does not change once it is written. */
  const exportsOf = new Map<string, readonly string[]>();
  const readExports = async (run: string) => {
    const known = exportsOf.get(run) ?? (await readManifest(run).catch(() => undefined))?.exports ?? [];
    if (known.length > 0) exportsOf.set(run, known);
    return known;
  };
  const findIn = async (folder: string): Promise<ResultPlace[]> => {
    const names = await list(folder);
    if (names.includes('manifest.json') && names.includes('journal.jsonl')) return [{ kind: 'run', path: folder }];
    if (names.includes('submission.json')) return [{ kind: 'bundle', path: folder }];
    const runs = names.includes('runs') ? await listRunFolders(folder) : [];
    const files = names.filter((name) => resultsFilePattern.test(name));
    const written = files.length === 0 ? [] : (await Promise.all(runs.map(readExports))).flat();
    const bundles = await Promise.all(names.map((name) => pathExists(join(folder, name, 'submission.json'))));
    return [
      ...runs.map((path) => ({ kind: 'run' as const, path })),
      ...names.filter((_, at) => bundles[at]).map((name) => ({ kind: 'bundle' as const, path: join(folder, name) })),
      ...files
        .filter((name) => !written.includes(name))
        .map((name) => ({ kind: 'file' as const, path: join(folder, name) })),
    ];
  };
  return async (path) => {
    const found = await stat(path).catch((cause: unknown) => {
      const sentence = `There is nothing at ${path}: name a run folder, a bundle or a results file.`;
      throw fileError(path, sentence, { cause });
    });
    if (!found.isDirectory()) return [{ kind: path.endsWith('.csv') ? 'matrix' : 'file', path }];
    const own = await findIn(path);
    if (own.length > 0) return own;
    const below = await Promise.all((await list(path)).map((name) => findIn(join(path, name))));
    return below.flat();
  };
}

/** Sorted; empty if it is not a folder. */
async function list(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).sort();
}

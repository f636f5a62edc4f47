import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { resultsFilePattern } from './results-run.ts';

/** Something that may be a run: a run's own folder, or a result file of the original. */
export interface RunPlace {
  readonly path: string;
  readonly kind: 'folder' | 'results';
}

/**
 * The runs in a folder, or the one a path names: evaluations below `runs/`; result files where there is no `runs/`,
 * which would show the same verdicts twice; in a folder that has neither, those of its folders.
 */
export async function findRunPlaces(path: string): Promise<RunPlace[]> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return [];
  if (!found.isDirectory()) return [{ path, kind: 'results' }];
  if (isEvaluation(basename(path))) return [{ path, kind: 'folder' }];
  const own = await findIn(path);
  if (own.length > 0) return own;
  const folders = await list(path);
  return (await Promise.all(folders.map((name) => findIn(join(path, name))))).flat();
}

async function findIn(folder: string): Promise<RunPlace[]> {
  const names = await list(folder);
  if (names.includes('runs')) {
    const evaluations = (await list(join(folder, 'runs'))).filter(isEvaluation);
    if (evaluations.length > 0) {
      return evaluations.map((name) => ({ path: join(folder, 'runs', name), kind: 'folder' }));
    }
  }
  return names
    .filter((name) => resultsFilePattern.test(name))
    .map((name) => ({ path: join(folder, name), kind: 'results' }));
}

function isEvaluation(name: string): boolean {
  return /^e-[0-9a-f]{12}$/.test(name);
}

/** Sorted; nothing for what is no folder. */
async function list(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).sort();
}

import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type ResponseMatrix, readResponseMatrix } from '../upstream/response-matrix.ts';
import type { MatrixLine } from './matrix-run.ts';
import { resultsFilePattern } from './results-run.ts';

/** Something that may be a run: its own folder, a result file of the original, or a line of a table of models. */
export type RunPlace =
  | { readonly kind: 'folder' | 'results'; readonly path: string }
  | ({ readonly kind: 'matrix' } & MatrixLine);

/** Names a place among others. */
export function nameOfPlace(place: RunPlace): string {
  return place.kind === 'matrix' ? `${place.path}: ${place.row.model}` : place.path;
}

export type FindRunPlaces = (path: string) => Promise<RunPlace[]>;

/**
 * Finds the runs in a folder, or those a path names: evaluations below `runs/`; the results of a bundle; result files
 * where there is no `runs/`, which would show the same verdicts twice; in a folder that has none of these, those of its
 * folders; every line of a table (`.csv`).
 */
export function createPlaceFinder(): FindRunPlaces {
  const tables = new Map<string, { readonly changedMs: number; readonly matrix: Promise<ResponseMatrix> }>();
  const readTable = (path: string, changedMs: number) => {
    const known = tables.get(path);
    if (known?.changedMs === changedMs) return known.matrix;
    const matrix = readResponseMatrix(path);
    tables.set(path, { changedMs, matrix });
    return matrix;
  };
  return async (path) => {
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) return [];
    if (found.isDirectory()) return findBelow(path);
    if (!path.endsWith('.csv')) return [{ path, kind: 'results' }];
    const { taskIds, rows } = await readTable(path, found.mtimeMs);
    return rows.map((row) => ({ kind: 'matrix', path, taskIds, row }));
  };
}

async function findBelow(path: string): Promise<RunPlace[]> {
  if (isEvaluation(basename(path))) return [{ path, kind: 'folder' }];
  const own = await findIn(path);
  if (own.length > 0) return own;
  const folders = await list(path);
  return (await Promise.all(folders.map((name) => findIn(join(path, name))))).flat();
}

async function findIn(folder: string): Promise<RunPlace[]> {
  const names = await list(folder);
  if (names.includes('submission.json')) return findResults(join(folder, 'results'));
  if (names.includes('runs')) {
    const evaluations = (await list(join(folder, 'runs'))).filter(isEvaluation);
    if (evaluations.length > 0) {
      return evaluations.map((name) => ({ path: join(folder, 'runs', name), kind: 'folder' }));
    }
  }
  return findResults(folder);
}

async function findResults(folder: string): Promise<RunPlace[]> {
  const names = await list(folder);
  return names
    .filter((name) => resultsFilePattern.test(name))
    .map((name) => ({ path: join(folder, name), kind: 'results' }));
}

function isEvaluation(name: string): boolean {
  return /^e-[0-9a-f]{12}$/.test(name);
}

/** Sorted; empty if it is not a folder. */
async function list(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).sort();
}

import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { readBundleResults } from './bundle/read-bundle.ts';
import type { Result } from './result.ts';
import { readEvalResultsResult } from './result-from-eval-results.ts';
import { readRunResult } from './result-from-run.ts';

export interface ReadResultsOptions {
  /** Told of each run in a folder that cannot be used, such as one that is not finished; the others are read. */
  readonly onWarning?: ((sentence: string) => void) | undefined;
}

/**
 * Every result in a place: the folder of an evaluation, a bundle, an `…_eval_results.json`, or a folder that holds any of
 * these, as `bcb_results` does.
 */
export async function readResults(path: string, { onWarning }: ReadResultsOptions = {}): Promise<Result[]> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new BigCodeBenchError(
      'BAD_INPUT',
      `There is nothing at ${path}: name a run folder, a bundle or a results file.`,
      {
        cause,
        data: { file: path },
      },
    );
  });
  if (!found.isDirectory()) return [await readEvalResultsResult(path)];
  const results = await readFolder(path, onWarning);
  if (results.length > 0) return results;
  throw new BigCodeBenchError(
    'BAD_INPUT',
    `${path} holds no results: name a run folder (runs/e-…), a bundle, or a folder of …_eval_results.json files.`,
    { data: { file: path } },
  );
}

/** The one result in a place, where one is wanted. */
export async function readResult(path: string): Promise<Result> {
  const [first, ...others] = await readResults(path);
  if (first && others.length === 0) return first;
  const sources = [first, ...others].map((result) => result?.source).join(', ');
  throw new BigCodeBenchError('USAGE', `${path} holds ${others.length + 1} results, name one of them: ${sources}.`);
}

async function readFolder(folder: string, onWarning: ReadResultsOptions['onWarning']): Promise<Result[]> {
  const names = (await readdir(folder)).sort();
  if (isEvaluation(basename(folder)) && names.includes('manifest.json')) return [await readRunResult(folder)];
  if (names.includes('submission.json')) return readBundleResults(folder);
  const runs = names.includes('runs') ? (await readdir(join(folder, 'runs'))).filter(isEvaluation).sort() : [];
  const evaluations = [...runs.map((name) => join('runs', name)), ...names.filter(isEvaluation)];
  const files = names.filter((name) => /eval_results\.json(\.gz)?$/.test(name));
  const bundles = await filterAsync(names, (name) => isThere(join(folder, name, 'submission.json')));
  const readers: [readonly string[], (path: string) => Promise<readonly Result[]>][] = [
    [evaluations, async (path) => [await readRunResult(path)]],
    [files, async (path) => [await readEvalResultsResult(path)]],
    [bundles, readBundleResults],
  ];
  const results: Result[] = [];
  for (const [places, read] of readers) {
    for (const place of places) {
      try {
        results.push(...(await read(join(folder, place))));
      } catch (error) {
        if (!(error instanceof BigCodeBenchError) || !onWarning) throw error;
        onWarning(error.message);
      }
    }
  }
  return results;
}

async function filterAsync<Item>(items: readonly Item[], keep: (item: Item) => Promise<boolean>): Promise<Item[]> {
  const kept = await Promise.all(items.map(keep));
  return items.filter((_, at) => kept[at]);
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function isEvaluation(name: string): boolean {
  return /^e-[0-9a-f]{12}$/.test(name);
}

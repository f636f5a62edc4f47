import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { readBundleResults } from './bundle/read-bundle.ts';
import type { Result } from './result.ts';
import { readEvalResultsResult } from './result-from-eval-results.ts';
import { readRunResult } from './result-from-run.ts';

/**
 * Every result in a place: the folder of an evaluation, a bundle, an `…_eval_results.json`, or a folder that holds any of
 * these, as `bcb_results` does.
 */
export async function readResults(path: string): Promise<Result[]> {
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
  const results = await readFolder(path);
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

async function readFolder(folder: string): Promise<Result[]> {
  const names = (await readdir(folder)).sort();
  if (isEvaluation(basename(folder)) && names.includes('manifest.json')) return [await readRunResult(folder)];
  if (names.includes('submission.json')) return readBundleResults(folder);
  const own = names.filter((name) => /eval_results\.json(\.gz)?$/.test(name)).map((name) => join(folder, name));
  const runs = names.includes('runs') ? (await readdir(join(folder, 'runs'))).filter(isEvaluation).sort() : [];
  const inside = names.filter(isEvaluation);
  const results: Result[] = [];
  for (const name of runs) results.push(await readRunResult(join(folder, 'runs', name)));
  for (const name of inside) results.push(await readRunResult(join(folder, name)));
  for (const path of own) results.push(await readEvalResultsResult(path));
  for (const name of names) {
    const isBundle = await stat(join(folder, name, 'submission.json')).then(
      () => true,
      () => false,
    );
    if (isBundle) results.push(...(await readBundleResults(join(folder, name))));
  }
  return results;
}

function isEvaluation(name: string): boolean {
  return /^e-[0-9a-f]{12}$/.test(name);
}

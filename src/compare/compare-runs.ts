import type { Comparisons } from '../schema/comparison.ts';
import type { Optional } from '../schema/optional.ts';
import { type CompareResultsOptions, compareResults } from './compare-results.ts';
import { readResult } from './read-results.ts';
import type { Result } from './result.ts';
import { type LoadTaskFactsInput, loadTaskFacts } from './task-facts.ts';

/** How to compare, and where the facts about tasks come from. */
export interface CompareRunsOptions
  extends Omit<CompareResultsOptions, 'facts'>,
    Optional<Omit<LoadTaskFactsInput, 'results'>> {}

/** Compares the first of these run folders, bundles or `…_eval_results.json` files with each of the others. */
export async function compareRuns(paths: readonly string[], options: CompareRunsOptions = {}): Promise<Comparisons> {
  const { results: _, ...comparisons } = await loadComparisons(paths, options);
  return comparisons;
}

/** The same, with the results that were compared. */
export async function loadComparisons(paths: readonly string[], options: CompareRunsOptions) {
  const { variables = {}, cwd = '.', signal, ...rest } = options;
  const results: Result[] = [];
  for (const path of paths) results.push(await readResult(path));
  const { facts, problem } = await loadTaskFacts({ results, variables, cwd, signal });
  const compared = compareResults(results, { ...rest, facts });
  if (problem === undefined) return { ...compared, results };
  const comparisons = compared.comparisons.map((each) => ({ ...each, notes: [...each.notes, problem] }));
  return { ...compared, comparisons, results };
}

import { analyses } from '../analyze/analyses.ts';
import type { AnalysisInput } from '../analyze/analysis.ts';
import type { Result } from '../compare/result.ts';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { AnalysisDocument, Table } from '../schema/view/analysis-document.ts';
import { loadTreeParser } from '../syntax/syntax-tree.ts';
import type { LoadedTasks } from './loaded-tasks.ts';

/** Those that need no files of the user, no answers and no sandbox. */
const shown = ['solve-rate', 'gaps', 'dataset'] as const;

/** What `bcb analyze` tells of these results and their tasks, as far as it has something to tell. */
export async function buildAnalysis(
  results: readonly Result[],
  taskOf: LoadedTasks['find'],
  names: readonly (typeof shown)[number][] = shown,
): Promise<AnalysisDocument> {
  const ids = new Set(results.flatMap(({ tasks }) => [...tasks.keys()]));
  const tasks = [...ids].flatMap((id) => taskOf(id) ?? []);
  const refuse = () => {
    throw new BigCodeBenchError('INVARIANT', 'A page runs no programs.');
  };
  const input: AnalysisInput = {
    loadTasks: async () => tasks,
    loadResults: async () => results,
    loadParser: loadTreeParser,
    openExecutor: refuse,
    showProgress: refuse,
    paths: [],
    corpora: [],
  };
  const tables: Table[] = [];
  for (const name of tasks.length === 0 ? (['gaps'] as const) : names) {
    tables.push(...(await analyses[name](input)).tables);
  }
  return { tables: tables.filter(({ rows }) => rows.length > 0) };
}

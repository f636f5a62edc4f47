import { openBundle } from '../compare/bundle/open-bundle.ts';
import type { ResultPlace } from '../compare/find-results.ts';
import { readResponseMatrix } from '../upstream/response-matrix.ts';
import { openFolderRun } from './folder-run.ts';
import { openMatrixRun } from './matrix-run.ts';
import { openResultsRun } from './results-run.ts';
import type { ViewContext, ViewRun } from './view-run.ts';

type OpenRuns = (path: string, context: ViewContext) => Promise<readonly ViewRun[]>;

const openers: Record<ResultPlace['kind'], OpenRuns> = {
  run: async (path, context) => [await openFolderRun(path, context)],
  file: async (path, context) => [await openResultsRun(path, context)],
  async bundle(path, context) {
    const { submission, locate } = await openBundle(path);
    return Promise.all(submission.runs.map(({ files }) => openResultsRun(locate(files.eval_results), context)));
  },
  async matrix(path, context) {
    const { taskIds, rows } = await readResponseMatrix(path);
    return rows.map((row) => openMatrixRun({ path, taskIds, row }, context));
  },
};

/** Opens what was found: a run, or all that a bundle or a table holds. */
export function openRuns({ kind, path }: ResultPlace, context: ViewContext): Promise<readonly ViewRun[]> {
  return openers[kind](path, context);
}

import { basename } from 'node:path';
import { fileError } from '../error/bigcodebench-error.ts';
import { exceptionOf } from '../schema/verdict.ts';
import { type EvalResults, readEvalResults } from '../upstream/eval-results.ts';
import { parseResultName } from '../upstream/result-name.ts';
import { gatherTasks, type Result } from './result.ts';

/** Reads an `…_eval_results.json`, the original's or ours. Its name says which split and subset it is of. */
export async function readEvalResultsResult(path: string, read?: EvalResults): Promise<Result> {
  const { eval: byTask } = read ?? (await readEvalResults(path));
  const empty = Object.keys(byTask).find((taskId) => byTask[taskId]?.length === 0);
  if (empty !== undefined || Object.keys(byTask).length === 0) {
    const what = empty === undefined ? 'there is no task in it' : `task ${empty} has no sample`;
    throw fileError(path, `${path} cannot be compared: ${what}.`);
  }
  const { model, split, subset } = parseResultName(basename(path));
  const samples = Object.entries(byTask).flatMap(([taskId, entries]) =>
    entries.map(({ status, details }) => {
      const [first] = Object.values(details);
      return { taskId, status, cause: first === undefined ? status : exceptionOf(first).line };
    }),
  );
  const isBaseOnly = Object.values(byTask).some((entries) =>
    entries.some((entry) => 'isBaseOnly' in entry && entry.isBaseOnly),
  );
  const notes = isBaseOnly ? [`${path}: samples without a result of the added tests passed the base tests alone.`] : [];
  return { model, source: path, conditions: { split, subset }, tasks: gatherTasks(samples), notes };
}

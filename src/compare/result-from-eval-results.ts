import { basename } from 'node:path';
import { fileError } from '../error/bigcodebench-error.ts';
import { exceptionOf } from '../schema/failure.ts';
import { type EvalEntry, type EvalResults, readEvalResults } from '../upstream/eval-results.ts';
import { parseResultName } from '../upstream/result-name.ts';
import { type GatheredSample, gatherTasks, type Result } from './result.ts';

/** Reads an `…_eval_results.json`, the original's or ours. Its name says which split and subset it is of. */
export async function readEvalResultsResult(path: string, read?: EvalResults): Promise<Result> {
  const { eval: byTask } = read ?? (await readEvalResults(path));
  const empty = Object.keys(byTask).find((taskId) => byTask[taskId]?.length === 0);
  if (empty !== undefined || Object.keys(byTask).length === 0) {
    const what = empty === undefined ? 'there is no task in it' : `task ${empty} has no sample`;
    throw fileError(path, `${path} cannot be compared: ${what}.`);
  }
  const name = parseResultName(basename(path));
  return {
    model: name.model,
    source: path,
    conditions: { split: name.split, subset: name.subset },
    tasks: gatherTasks(listSamples(byTask)),
    notes: [],
  };
}

function* listSamples(byTask: Readonly<Record<string, readonly EvalEntry[]>>): Generator<GatheredSample> {
  for (const [taskId, entries] of Object.entries(byTask)) {
    for (const { status, details } of entries) {
      const [first] = Object.values(details);
      yield { taskId, status, cause: first === undefined ? status : exceptionOf(first).line };
    }
  }
}

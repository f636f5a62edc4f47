import { dirname, join } from 'node:path';
import { fileError } from '../error/bigcodebench-error.ts';
import type { SubmittedRun } from '../schema/submission.ts';
import { readKeptTasks } from '../store/kept-tasks.ts';
import type { RunLog } from '../store/run-log.ts';
import { completeTasks, type GatheredSample, gatherTasks, type Result, type TaskResult } from './result.ts';

/** The result of a run that is complete; of another there is none yet. */
export function resultOfFinished(log: RunLog): Result {
  const { path } = log;
  const { state, verdicts, samples } = log.record;
  if (state === 'finished') return resultOf(log);
  const what = state === 'running' ? 'is still running' : 'was stopped before its end';
  const counts = `${verdicts} of ${samples} verdicts`;
  throw fileError(path, `${path} ${what} (${counts}): finish it first, with the same command.`);
}

/** A run as it is compared, ranked and listed. */
export function resultOf(log: RunLog): Result {
  const { record, path } = log;
  const { id, model, taskIds, dataset, result, labels } = record;
  return {
    model: model.name,
    source: path,
    runId: id,
    labels,
    ...describeSettings(record),
    tasks: tallyTasks(log),
    costUsd: result?.costUsd,
    usage: result?.usage,
    // Without the log, so that results of large runs stay small.
    loadTasks: () => readKeptTasks(join(dirname(path), dataset.file), taskIds),
    notes: [...(result?.notes ?? [])],
  };
}

/** How a run asked its model and judged the answers, in its own folder or in a bundle. */
export function describeSettings(run: SubmittedRun['run']): Pick<Result, 'parameters' | 'conditions'> {
  const { model, split, subset, dataset, rules } = run;
  const { fingerprint, isolation, engine, caveat } = run.conditions;
  const task = { split, subset, dataset: `${dataset.name} ${dataset.version}`, datasetHash: dataset.hash };
  return {
    parameters: model.parameters && { ...model.parameters, nSamples: model.nSamples },
    conditions: { ...task, rules, fingerprint, isolation, engine, caveat },
  };
}

/** Every scored task with its verdicts; one without samples is unsolved if the run says so. */
function tallyTasks({ record, state }: RunLog): Map<string, TaskResult> {
  const { taskIds, missing } = record;
  const judged = taskIds.flatMap((taskId) =>
    [...state.samples(taskId)].flatMap(({ verdict }): GatheredSample[] =>
      verdict ? [{ taskId, status: verdict.status, cause: verdict.failure?.line ?? verdict.outcome }] : [],
    ),
  );
  return completeTasks(taskIds, gatherTasks(judged), missing);
}

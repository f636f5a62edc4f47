import { dirname, join } from 'node:path';
import { fileError } from '../error/bigcodebench-error.ts';
import { describeStop } from '../report/format-decision.ts';
import type { SubmittedRun } from '../schema/submission.ts';
import { readKeptTasks } from '../store/kept-tasks.ts';
import type { RunLog } from '../store/run-log.ts';
import { completeTasks, gatherTasks, type Result, type TaskResult } from './result.ts';

export function resultOfFinished(log: RunLog): Result {
  const { path } = log;
  const { state, verdicts, samples } = log.record;
  if (state === 'finished') return resultOf(log);
  const what = state === 'running' ? 'is still running' : 'was stopped before its end';
  const counts = `${verdicts} of ${samples} verdicts`;
  throw fileError(path, `${path} ${what} (${counts}): finish it first, with the same command.`);
}

export function resultOf(log: RunLog): Result {
  const { record, path } = log;
  const { id, model, taskIds, dataset, result, labels, repair } = record;
  const stopped = result?.decision && describeStop(result.decision);
  const { parameters, conditions } = describeSettings(record);
  return {
    ...{ model: model.name, source: path, runId: id, labels, parameters },
    conditions: stopped === undefined ? conditions : { ...conditions, caveat: stopped },
    stopped,
    tasks: tallyTasks(log),
    rounds: repair && {
      feedback: repair.feedback,
      after: Array.from({ length: repair.rounds + 1 }, (_, round) => tallyTasks(log, round)),
    },
    ...{ costUsd: result?.costUsd, usage: result?.usage },
    // Without the log, so that results of large runs stay small.
    loadTasks: () => readKeptTasks(join(dirname(path), dataset.file), taskIds),
    notes: [...(result?.notes ?? [])],
  };
}

export function describeSettings(run: SubmittedRun['run']): Pick<Result, 'parameters' | 'conditions'> {
  const { model, split, subset, dataset, rules, repair } = run;
  const { fingerprint, isolation, engine, caveat } = run.conditions;
  const asked = repair && { rounds: repair.rounds, feedback: repair.feedback };
  const task = { split, subset, dataset: `${dataset.name} ${dataset.version}`, datasetHash: dataset.hash };
  return {
    parameters: model.parameters && { ...model.parameters, nSamples: model.nSamples, ...asked },
    conditions: { ...task, rules, fingerprint, isolation, engine, caveat },
  };
}

/** Every scored task with its verdicts, after a round of repair or in the end; one without samples is unsolved if the run says so. */
function tallyTasks({ record, state }: RunLog, round = Number.POSITIVE_INFINITY): Map<string, TaskResult> {
  const { taskIds, missing } = record;
  const judged = taskIds.flatMap((taskId) =>
    [...state.samples(taskId)].flatMap((last) => {
      const { verdict } = last.turn > round ? (state.find({ ...last, turn: round }) ?? last) : last;
      return verdict ? [{ taskId, status: verdict.status, cause: verdict.failure?.line ?? verdict.outcome }] : [];
    }),
  );
  return completeTasks(taskIds, gatherTasks(judged), missing);
}

import { resolve } from 'node:path';
import { readAudit } from '../audit/audit-log.ts';
import { readResult } from '../compare/read-results.ts';
import { loadTasks } from '../dataset/load-tasks.ts';
import { selectTasks } from '../dataset/select-tasks.ts';
import type { TaskSet } from '../dataset/task-set.ts';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { RunRequest } from '../schema/run-request.ts';
import type { Task } from '../schema/task.ts';
import { findPlace } from './find-place.ts';
import type { RunContext } from './run-context.ts';

export type TaskRequest = Pick<
  RunRequest,
  'subset' | 'datasetVersion' | 'select' | 'exclude' | 'idRange' | 'limit' | 'out'
>;

export interface SelectedTasks {
  readonly taskSet: TaskSet;
  /** The part of the set that `select`, `idRange` and `limit` leave. */
  readonly tasks: readonly Task[];
}

/** Loads the set of tasks that a request names, and picks those that it selects. */
export async function loadSelectedTasks(
  request: TaskRequest,
  runContext: RunContext,
  loaded?: TaskSet,
): Promise<SelectedTasks> {
  const { subset, datasetVersion, select, exclude, idRange, limit, out } = request;
  const { variables, cwd, signal, warn, onDownload } = runContext;
  const taskSet =
    loaded ??
    (await loadTasks({
      subset,
      version: datasetVersion,
      variables,
      cwd,
      signal,
      onWarning: warn,
      onProgress: onDownload,
    }));
  const failedOf = (run: string) => findFailedTasks(run, { cwd, out });
  const soundOf = async (audit: string) =>
    (await readAudit(resolve(cwd, audit))).filter(({ verdict }) => verdict === 'sound').map(({ taskId }) => taskId);
  const tasks = await selectTasks(taskSet.tasks, { select, exclude, idRange, failedOf, soundOf });
  return { taskSet, tasks: tasks.slice(0, limit) };
}

/** Ids of the tasks that not every sample of a run solved; the run is its id below `out`, its folder or its results. */
export async function findFailedTasks(
  run: string,
  { cwd, out }: { readonly cwd: string; readonly out: string },
): Promise<string[]> {
  const { tasks } = await findPlace(run, cwd, out)
    .then(readResult)
    .catch((error: unknown) => {
      if (!(error instanceof BigCodeBenchError)) throw error;
      throw new BigCodeBenchError('USAGE', `failed@${run}: ${error.message}`, { cause: error });
    });
  return [...tasks].filter(([, { passed, samples }]) => passed < samples).map(([id]) => id);
}

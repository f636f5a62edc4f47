import { loadTasks } from '../dataset/load-tasks.ts';
import { selectTasks } from '../dataset/select-tasks.ts';
import type { TaskSet } from '../dataset/task-set.ts';
import type { RunRequest } from '../schema/run-request.ts';
import type { Task } from '../schema/task.ts';
import { findFailedTasks } from './find-failed-tasks.ts';
import type { Surroundings } from './surroundings.ts';

export type TaskRequest = Pick<RunRequest, 'subset' | 'datasetVersion' | 'select' | 'idRange' | 'out'>;

export interface SelectedTasks {
  readonly taskSet: TaskSet;
  /** The part of the set that `select` and `idRange` leave. */
  readonly tasks: readonly Task[];
}

/** Loads the set of tasks that a request names, and picks those that it selects. */
export async function loadSelectedTasks(
  request: TaskRequest,
  around: Surroundings,
  loaded?: TaskSet,
): Promise<SelectedTasks> {
  const { subset, datasetVersion, select, idRange, out } = request;
  const { variables, cwd, signal, warn, onDownload } = around;
  const taskSet =
    loaded ??
    (await loadTasks({
      subset,
      version: datasetVersion,
      variables,
      cwd,
      ...(signal ? { signal } : {}),
      onWarning: warn,
      ...(onDownload ? { onProgress: onDownload } : {}),
    }));
  const failedOf = (run: string) => findFailedTasks({ run, cwd, out });
  return { taskSet, tasks: await selectTasks(taskSet.tasks, { select, idRange, failedOf }) };
}

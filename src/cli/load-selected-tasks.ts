import type { TaskSet } from '../dataset/task-set.ts';
import type { Task } from '../schema/task.ts';
import type { CommandContext } from './command.ts';

export interface SelectedTasks {
  readonly taskSet: TaskSet;
  /** The part of the set that `--select` and `--id-range` leave. */
  readonly tasks: readonly Task[];
}

/** The tasks that the command line asks for. */
export async function loadSelectedTasks(context: CommandContext): Promise<SelectedTasks> {
  const { options, environment, cwd, signal } = context;
  const [{ loadTasks }, { selectTasks }] = await Promise.all([
    import('../dataset/load-tasks.ts'),
    import('../dataset/select-tasks.ts'),
  ]);
  const taskSet = await loadTasks({
    subset: options.subset,
    version: options.datasetVersion,
    environment,
    cwd,
    signal,
  });
  const { select, idRange } = options;
  return { taskSet, tasks: await selectTasks(taskSet.tasks, { select, idRange }) };
}

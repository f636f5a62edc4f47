import type { TaskSet } from '../../dataset/task-set.ts';
import type { Task } from '../../schema/task.ts';
import type { CommandContext } from '../command.ts';
import { findFailedTasks } from './find-failed-tasks.ts';

export interface SelectedTasks {
  readonly taskSet: TaskSet;
  /** The part of the set that `--select` and `--id-range` leave. */
  readonly tasks: readonly Task[];
}

/** The tasks that the command line asks for; `select` stands for `--select` where a command takes selectors as words. */
export async function loadSelectedTasks(
  context: CommandContext,
  select: readonly string[] = context.options.select ?? [],
): Promise<SelectedTasks> {
  const [{ loadTasks }, { selectTasks }] = await Promise.all([
    import('../../dataset/load-tasks.ts'),
    import('../../dataset/select-tasks.ts'),
  ]);
  const { options, environment, cwd, signal, warn } = context;
  const taskSet = await loadTasks({
    subset: options.subset,
    version: options.datasetVersion,
    environment,
    cwd,
    signal,
    onWarning: warn,
    ...createDownloadProgress(context),
  });
  const failedOf = (run: string) => findFailedTasks(run, context);
  return { taskSet, tasks: await selectTasks(taskSet.tasks, { select, idRange: options.idRange, failedOf }) };
}

/** Shows a download from its first piece on; nothing where tasks are at hand. */
export function createDownloadProgress(context: CommandContext): {
  onProgress: (progress: { doneBytes: number; totalBytes: number }) => void;
} {
  let progress: ReturnType<CommandContext['progress']> | undefined;
  return {
    onProgress({ doneBytes, totalBytes }) {
      progress ??= context.progress({ label: 'fetching tasks (kB)', total: Math.ceil(totalBytes / 1000) });
      progress.update(Math.ceil(doneBytes / 1000));
      if (doneBytes >= totalBytes) progress.finish(`${(totalBytes / 1e6).toFixed(1)} MB`);
    },
  };
}

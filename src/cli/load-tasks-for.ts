import type { SelectedTasks } from '../run/load-selected-tasks.ts';
import type { CommandContext } from './command.ts';
import { surroundingsOf } from './surroundings.ts';

/** The tasks that the command line selects; `select` replaces `--select` if a command takes selectors as arguments. */
export async function loadTasksFor(
  context: CommandContext,
  select: readonly string[] = context.options.select ?? [],
): Promise<SelectedTasks> {
  const { loadSelectedTasks } = await import('../run/load-selected-tasks.ts');
  const { subset, datasetVersion, idRange, out = 'bcb_results' } = context.options;
  return loadSelectedTasks({ subset, datasetVersion, idRange, out, select: [...select] }, surroundingsOf(context));
}

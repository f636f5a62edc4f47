import { resolve } from 'node:path';
import { toRunRequest } from '../config/to-run-request.ts';
import type { TaskSet } from '../dataset/task-set.ts';
import { checkOutputs } from '../run/check-outputs.ts';
import { loadSelectedTasks } from '../run/load-selected-tasks.ts';
import { Mistakes } from '../run/mistakes.ts';
import { type PlanRunsInput, planRuns, type RunPlan } from '../run/plan-runs.ts';
import type { CommandContext } from './command.ts';
import { runContextOf } from './run-context.ts';

export interface PlannedRuns extends Pick<PlanRunsInput, 'request'> {
  readonly outDir: string;
  readonly taskSet: TaskSet;
  readonly plans: readonly RunPlan[];
}

/** Plans the runs that the command line asks for, in one error says everything that is wrong, and closes their models at the end. */
export async function withPlans<Result>(
  context: CommandContext,
  { isDryRun = false, onEvent }: Pick<PlanRunsInput, 'isDryRun' | 'onEvent'>,
  use: (planned: PlannedRuns) => Promise<Result>,
): Promise<Result> {
  const request = toRunRequest(context);
  const runContext = runContextOf(context);
  const outDir = resolve(context.cwd, request.out);
  const mistakes = new Mistakes();
  const selected = await mistakes.collect(() => loadSelectedTasks(request, runContext));
  const plans = await planRuns({ request, runContext, tasks: selected?.tasks ?? [], mistakes, isDryRun, onEvent });
  if (!isDryRun) await checkOutputs({ request, outDir, runContext, mistakes });
  try {
    mistakes.throwIfAny();
    if (!selected) throw new Error('A failed check was not reported.');
    return await use({ request, outDir, taskSet: selected.taskSet, plans });
  } finally {
    for (const { model } of plans) await model.close?.();
  }
}

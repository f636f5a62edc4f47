import { resolve } from 'node:path';
import { warnIfIncomparable } from '../compare/warn-if-incomparable.ts';
import { libsOf } from '../dataset/libs-of.ts';
import type { TaskSet } from '../dataset/task-set.ts';
import type { EvaluationCaches } from '../evaluate/environment-checks.ts';
import type { Executor } from '../executor/executor.ts';
import type { EvaluationRules } from '../schema/evaluation-rules.ts';
import type { OnRunEvent } from '../schema/run-event.ts';
import type { RunResult } from '../schema/run-record.ts';
import type { RunRequest } from '../schema/run-request.ts';
import type { Task } from '../schema/task.ts';
import { checkOutputs } from './check-outputs.ts';
import { keepHolding } from './keep-holding.ts';
import { loadSelectedTasks } from './load-selected-tasks.ts';
import { Mistakes } from './mistakes.ts';
import { executorRequestOf, type OpenExecutor, openExecutor } from './open-executor.ts';
import { planDecisions } from './plan-decisions.ts';
import { planRuns, type RunPlan } from './plan-runs.ts';
import { openCaches, resolveRules } from './resolve-rules.ts';
import type { RunContext } from './run-context.ts';

/** Everything the runs of a request need, checked and open. Nothing was asked or executed yet. */
export interface PreparedRuns extends AsyncDisposable {
  readonly request: RunRequest;
  readonly outDir: string;
  readonly taskSet: TaskSet;
  readonly tasks: readonly Task[];
  readonly plans: readonly RunPlan[];
  /** Selected tasks that are not asked, and why. */
  readonly excluded: RunResult['excluded'];
  readonly rules: EvaluationRules;
  readonly caches: EvaluationCaches;
  readonly executor: Executor;
}

export interface PrepareOptions {
  readonly open?: OpenExecutor | undefined;
  /** Tasks and an executor that the caller has already; the executor stays the caller's to close. */
  readonly taskSet?: TaskSet | undefined;
  readonly executor?: Executor | undefined;
  readonly onEvent?: OnRunEvent | undefined;
}

/**
 * Checks all of a request before the first question is asked or the first program runs: tasks, models and keys,
 * reporters and where they write, the output folder, the executor and its Python. One error names every mistake.
 */
export async function prepareRuns(
  request: RunRequest,
  runContext: RunContext,
  { open = openExecutor, onEvent, ...given }: PrepareOptions = {},
): Promise<PreparedRuns> {
  const mistakes = new Mistakes();
  const outDir = resolve(runContext.cwd, request.out);
  const selected = await mistakes.collect(() => loadSelectedTasks(request, runContext, given.taskSet));
  const { taskSet, tasks = [] } = selected ?? {};
  const planned = await planRuns({ request, runContext, tasks, mistakes, onEvent });
  const rules = await mistakes.collect(() => resolveRules(request, taskSet?.manifest));
  await checkOutputs({ request, outDir, runContext, mistakes });
  const needs = executorRequestOf(request, { tasks, libs: libsOf(tasks) });
  const executor = given.executor ?? (await mistakes.collect(() => open(request.execution, needs, runContext)));
  const close = async () => {
    if (executor !== given.executor) await executor?.close();
    await Promise.all([...new Set(planned.map(({ model }) => model))].map((model) => model.close?.()));
  };
  const { tasks: scored, excluded } = keepHolding(tasks, executor?.info, runContext);
  const isScored = new Set<Task>(scored);
  const narrowed = planned.map((plan) => ({ ...plan, tasks: plan.tasks.filter((task) => isScored.has(task)) }));
  const plans = await mistakes.collect(async () => {
    const ready = taskSet && rules && executor;
    return ready && planDecisions({ request, runContext, taskSet, plans: narrowed, rules, executor: executor.info });
  });
  try {
    mistakes.throwIfAny();
  } catch (error) {
    await close();
    throw error;
  }
  if (!taskSet || !rules || !executor || !plans) throw new Error('A failed check was not reported.');
  const asked = { subset: request.subset, tasks: scored, models: plans.map(({ model }) => model.name) };
  const judged = { outDir, datasetHash: taskSet.hash, rules, executor: executor.info, warn: runContext.warn };
  for (const split of new Set(request.split)) await warnIfIncomparable({ ...asked, ...judged, split });
  const caches = openCaches(request, runContext);
  const prepared = { request, outDir, taskSet, tasks: scored, excluded, plans, rules, caches, executor };
  return { ...prepared, [Symbol.asyncDispose]: close };
}

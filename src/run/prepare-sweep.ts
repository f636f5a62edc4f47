import { resolve } from 'node:path';
import { libsOf } from '../dataset/libs-of.ts';
import type { TaskSet } from '../dataset/task-set.ts';
import type { EvaluationCaches } from '../evaluate/run-evaluation.ts';
import type { Executor } from '../executor/executor.ts';
import type { ResolvedModel } from '../model/resolve-model.ts';
import type { EvaluationRules } from '../schema/evaluation-rules.ts';
import type { OnRunEvent } from '../schema/run-event.ts';
import type { RunRequest } from '../schema/run-request.ts';
import type { Task } from '../schema/task.ts';
import { checkOutputs } from './check-outputs.ts';
import { loadSelectedTasks } from './load-selected-tasks.ts';
import { Mistakes } from './mistakes.ts';
import { type OpenExecutor, openExecutor } from './open-executor.ts';
import { planRuns, type RunPlan } from './plan-runs.ts';
import { openCaches, resolveRules } from './resolve-rules.ts';
import type { Surroundings } from './surroundings.ts';

/** Everything a sweep needs, checked and open. Nothing was asked or executed yet. */
export interface PreparedSweep extends AsyncDisposable {
  readonly request: RunRequest;
  readonly outDir: string;
  readonly taskSet: TaskSet;
  readonly tasks: readonly Task[];
  readonly plans: readonly RunPlan[];
  readonly rules: EvaluationRules;
  readonly caches: EvaluationCaches;
  readonly executor: Executor;
}

export interface PrepareOptions {
  readonly open?: OpenExecutor | undefined;
  /** Models, tasks and an executor that the caller has already; they stay the caller's to close. */
  readonly models?: readonly ResolvedModel[] | undefined;
  readonly taskSet?: TaskSet | undefined;
  readonly executor?: Executor | undefined;
  readonly onEvent?: OnRunEvent | undefined;
}

/**
 * Checks all of a request before the first question is asked or the first program runs: tasks, models and keys,
 * reporters and where they write, the output folder, the executor and its Python. One error names every mistake.
 */
export async function prepareSweep(
  request: RunRequest,
  around: Surroundings,
  { open = openExecutor, onEvent, models = [], ...given }: PrepareOptions = {},
): Promise<PreparedSweep> {
  const mistakes = new Mistakes();
  const outDir = resolve(around.cwd, request.out);
  const selected = await mistakes.collect(() => loadSelectedTasks(request, around, given.taskSet));
  const { taskSet, tasks = [] } = selected ?? {};
  const plans = await planRuns({ request, around, tasks, mistakes, models, onEvent });
  const rules = await mistakes.collect(() => resolveRules(request, taskSet?.manifest));
  await checkOutputs({ request, outDir, around, mistakes });
  const executor =
    given.executor ??
    (await mistakes.collect(() => open(request.execution, executorRequestOf(request, tasks), around)));
  const close = async () => {
    if (executor !== given.executor) await executor?.close();
    const opened = plans.map(({ model }) => model).filter((model) => !models.includes(model));
    await Promise.all(opened.map(({ model }) => model.close?.()));
  };
  try {
    mistakes.throwIfAny();
  } catch (error) {
    await close();
    throw error;
  }
  if (!taskSet || !rules || !executor) throw new Error('A check that failed was not told.');
  const caches = openCaches(request, around);
  return { request, outDir, taskSet, tasks, plans, rules, caches, executor, [Symbol.asyncDispose]: close };
}

function executorRequestOf(request: RunRequest, tasks: readonly Task[]) {
  const { parallel, isolation, env, allowDegraded, allowMixed, sandboxes, subset } = request;
  const profile = subset === 'starter' ? ('starter' as const) : ('full' as const);
  return { tasks, libs: libsOf(tasks), parallel, isolation, env, allowDegraded, allowMixed, sandboxes, profile };
}

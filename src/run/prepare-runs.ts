import { randomBytes } from 'node:crypto';
import { open as openFile, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { describeUnknown } from '../compare/check-comparable.ts';
import { warnIfIncomparable } from '../compare/warn-if-incomparable.ts';
import type { TaskSet } from '../dataset/task-set.ts';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { Executor } from '../executor/executor.ts';
import { fileOfReporter, parseReporter } from '../report/reporters.ts';
import type { RunRequest } from '../schema/run-request.ts';
import type { Task } from '../schema/task.ts';
import { errorCodeOf } from '../util/system-error.ts';
import { planDecision, readBaseline } from './decisions.ts';
import { executorRequestOf, type OpenExecutor, openExecutor } from './executor-table.ts';
import { keepHolding, loadSelectedTasks } from './load-selected-tasks.ts';
import { Mistakes } from './mistakes.ts';
import { type PlanRunsInput, planRuns } from './plan-runs.ts';
import { openCaches, resolveRules } from './resolve-rules.ts';
import type { RunContext } from './run-context.ts';

export interface PlanOptions extends Pick<PlanRunsInput, 'isDryRun' | 'onEvent'> {
  /** Tasks that the caller has already. */
  readonly taskSet?: TaskSet | undefined;
}

/** The runs of a request and what is wrong with it, as far as that is known without a place to run programs. */
export async function planRequest(request: RunRequest, runContext: RunContext, options: PlanOptions = {}) {
  const { isDryRun, onEvent } = options;
  const mistakes = new Mistakes();
  const outDir = resolve(runContext.cwd, request.out);
  // What is named here is looked up before anything is fetched.
  const baseline = await mistakes.collect(() => readBaseline(request, runContext));
  const selected = await mistakes.collect(() => loadSelectedTasks(request, runContext, options.taskSet));
  const { taskSet, tasks = [] } = selected ?? {};
  const plans = await planRuns({ request, runContext, tasks, mistakes, isDryRun, onEvent });
  const rules = await mistakes.collect(() => resolveRules(request, taskSet?.manifest));
  if (!isDryRun) await checkOutputs(mistakes, request.reporter, outDir, runContext.cwd);
  const close = async () => {
    await Promise.all([...new Set(plans.map(({ model }) => model))].map((model) => model.close?.()));
  };
  return { request, outDir, baseline, taskSet, tasks, plans, rules, mistakes, [Symbol.asyncDispose]: close };
}

export interface PrepareOptions extends PlanOptions {
  readonly open?: OpenExecutor | undefined;
  /** One that the caller has already, and closes. */
  readonly executor?: Executor | undefined;
}

/** Everything the runs of a request need, checked and open. Nothing was asked or executed yet. */
export type PreparedRuns = Awaited<ReturnType<typeof prepareRuns>>;

/**
 * Checks all of a request before the first question is asked or the first program runs: tasks, models and keys,
 * reporters and where they write, the output folder, the executor and its Python. One error names every mistake.
 */
export async function prepareRuns(
  request: RunRequest,
  runContext: RunContext,
  { open = openExecutor, executor: given, ...options }: PrepareOptions = {},
) {
  const { mistakes, tasks: selected, ...planned } = await planRequest(request, runContext, options);
  const needs = executorRequestOf(request, { tasks: selected });
  const opened = given ?? (await mistakes.collect(() => open(request.execution, needs, runContext)));
  const close = async () => {
    if (opened !== given) await opened?.close();
    await planned[Symbol.asyncDispose]();
  };
  try {
    const { tasks, excluded } = keepHolding(selected, opened?.info, runContext);
    const isScored = new Set<Task>(tasks);
    const narrowed = planned.plans.map((plan) => ({ ...plan, tasks: plan.tasks.filter((task) => isScored.has(task)) }));
    const decided = await mistakes.collect(() => {
      const { baseline, taskSet, rules } = planned;
      if (!baseline || !taskSet || !rules || !opened) return narrowed;
      for (const sentence of describeUnknown(baseline)) runContext.warn(sentence);
      return narrowed.map((plan) => planDecision(plan, { request, baseline, taskSet, rules, executor: opened.info }));
    });
    const found = { taskSet: planned.taskSet, rules: planned.rules, executor: opened, plans: decided };
    const { taskSet, rules, executor, plans } = mistakes.require(found);
    const { outDir } = planned;
    const asked = { subset: request.subset, tasks, models: plans.map(({ model }) => model.name) };
    const judged = { outDir, datasetHash: taskSet.hash, rules, executor: executor.info, warn: runContext.warn };
    for (const split of new Set(request.split)) await warnIfIncomparable({ ...asked, ...judged, split });
    const caches = openCaches(request, runContext);
    return { request, outDir, taskSet, excluded, plans, rules, caches, executor, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Makes sure that everything a run will write can be written: the output folder, and each reporter by name and place. */
export async function checkOutputs(mistakes: Mistakes, reporters: readonly string[], outDir: string, cwd: string) {
  await mistakes.collect(() => checkWritable(outDir));
  for (const spelled of reporters) {
    const file = fileOfReporter(spelled);
    await mistakes.collect(() => parseReporter(spelled));
    if (file !== undefined) await mistakes.collect(() => checkWritable(resolve(cwd, file)));
  }
}

/** Makes sure that a file or folder could be created at this path, by really creating a file in the nearest folder. */
async function checkWritable(path: string): Promise<void> {
  const folder = await nearestFolder(path);
  const probe = join(folder, `.bcb-${randomBytes(6).toString('hex')}`);
  try {
    await (await openFile(probe, 'wx')).close();
    await rm(probe, { force: true });
  } catch (cause) {
    const why = errorCodeOf(cause) ?? String(cause);
    const sentence = `Cannot write ${path}: ${folder} is not writable (${why}).`;
    throw new BigCodeBenchError('STORE', sentence, { cause, data: { file: path, code: why } });
  }
}

async function nearestFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return path;
  const parent = dirname(path);
  return parent === path ? path : nearestFolder(parent);
}

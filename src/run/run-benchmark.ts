import type { TaskSet } from '../dataset/task-set.ts';
import { usageError } from '../error/bigcodebench-error.ts';
import type { Executor } from '../executor/executor.ts';
import { type ModelObject, nameOfModel } from '../model/model-object.ts';
import type { OnRunEvent } from '../schema/run-event.ts';
import { type RunRequestInput, runRequestSchema } from '../schema/run-request.ts';
import type { Score } from '../schema/score.ts';
import type { Split } from '../schema/task.ts';
import { parseOptions } from '../util/parse-options.ts';
import { prepareRuns } from './prepare-runs.ts';
import type { RunContext } from './run-context.ts';
import type { ModelRun } from './run-model.ts';
import { runPlans } from './run-plans.ts';

type RequestOptions = Omit<RunRequestInput, 'model' | 'split' | 'subset' | 'execution' | 'defaults'>;

/** What to run. Everything but the model has a default; other options are named as on the command line. */
export interface BenchmarkOptions extends RequestOptions {
  /** `provider:model-id`, a file that exports a model, or a model: your own, or any chat model of the AI SDK. */
  readonly model: string | ModelObject;
  /** `full` (default), `hard`, `starter`, a path, or a set that you loaded. */
  readonly tasks?: string | TaskSet | undefined;
  readonly split?: Split | undefined;
  /** Where programs run: an open executor, or as `--execution` spells it. An executor you pass in stays open. */
  readonly executor?: Executor | string | undefined;
  readonly onEvent?: OnRunEvent | undefined;
  readonly onWarning?: RunContext['warn'] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Where keys and folders are looked up. Default: `process.env`. */
  readonly variables?: RunContext['variables'] | undefined;
  readonly cwd?: string | undefined;
}

/** A finished run: its score, its report, and where its files are. */
export interface BenchmarkResult extends ModelRun {
  readonly score: Score;
}

/**
 * Runs the whole benchmark on one model: generate, sanitize, execute, score. Every answer and verdict is on disk before
 * the next step builds on it, so the same call after a crash resumes where this one stopped.
 *
 * @example
 * const run = await runBenchmark({ model: 'openai:gpt-4o', tasks: 'starter', split: 'instruct', onEvent: console.log });
 * console.log(run.score.passAt1.value, run.score.passAt1.interval);
 */
export async function runBenchmark(options: BenchmarkOptions): Promise<BenchmarkResult> {
  const { model, tasks = 'full', split = 'complete', executor = 'local', ...rest } = options;
  const { onEvent, onWarning, signal, variables = process.env, cwd = process.cwd(), ...asked } = rest;
  const name = typeof model === 'string' ? model : nameOfModel(model);
  if (name === undefined)
    throw usageError('model: use a name, or what createCustomModel or an AI SDK provider returns.');
  const subset = typeof tasks === 'string' ? tasks : tasks.name;
  const execution = [typeof executor === 'string' ? executor : executor.info.name];
  const request = parseOptions(runRequestSchema, { model: [name], split: [split], subset, execution, ...asked });
  const given = <Value>(value: Value | string) => (typeof value === 'string' ? undefined : value);
  const models = typeof model === 'string' ? undefined : [model];
  const runContext = { variables, cwd, models, signal, warn: onWarning ?? (() => {}) };
  await using prepared = await prepareRuns(request, runContext, { taskSet: given(tasks), executor: given(executor) });
  if (prepared.plans.length > 1) {
    throw usageError('The model’s settings list several parameters: run one combination at a time.');
  }
  const { finished, failures } = await runPlans(prepared, { onEvent, signal });
  const [run] = finished;
  if (!run) throw failures[0]?.error;
  return { ...run, score: run.report.score };
}

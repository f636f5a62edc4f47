import type { TaskSet } from '../dataset/task-set.ts';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { Executor } from '../executor/executor.ts';
import type { ResolvedModel } from '../model/resolve-model.ts';
import type { OnRunEvent } from '../schema/run-event.ts';
import { type RunRequestInput, runRequestSchema } from '../schema/run-request.ts';
import type { Score } from '../schema/score.ts';
import type { Split } from '../schema/split.ts';
import { packageVersion } from '../util/package-version.ts';
import { prepareSweep } from './prepare-sweep.ts';
import type { ModelRun } from './run-model.ts';
import { runSweep } from './run-sweep.ts';
import type { Surroundings } from './surroundings.ts';

type RequestOptions = Omit<RunRequestInput, 'model' | 'split' | 'subset' | 'execution' | 'defaults'>;

/** What to run. Everything but the model has a default; other options are named as on the command line. */
export interface BenchmarkOptions extends RequestOptions {
  /** `provider:model-id`, or a model of your own. */
  readonly model: string | ResolvedModel;
  /** `full` (default), `hard`, `starter`, a path, or a set that you loaded. */
  readonly tasks?: string | TaskSet | undefined;
  readonly split?: Split | undefined;
  /** Where programs run: an open executor, or as `--execution` spells it. An executor you pass in stays open. */
  readonly executor?: Executor | string | undefined;
  readonly onEvent?: OnRunEvent | undefined;
  readonly onWarning?: Surroundings['warn'] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Where keys and folders are looked up. Default: `process.env`. */
  readonly variables?: Surroundings['variables'] | undefined;
  readonly cwd?: string | undefined;
}

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
  const { model, tasks = 'full', split = 'complete', executor = 'local', onEvent, onWarning, signal } = options;
  const { variables = process.env, cwd = process.cwd(), ...asked } = options;
  const request = runRequestSchema.parse({
    ...pickRequest(asked),
    model: [typeof model === 'string' ? model : model.name],
    split: [split],
    subset: typeof tasks === 'string' ? tasks : tasks.name,
    execution: [typeof executor === 'string' ? executor : executor.info.name],
  });
  const around = { variables, cwd, signal, warn: onWarning ?? (() => {}) };
  await using sweep = await prepareSweep(request, around, {
    models: typeof model === 'string' ? undefined : [model],
    taskSet: typeof tasks === 'string' ? undefined : tasks,
    executor: typeof executor === 'string' ? undefined : executor,
  });
  if (sweep.plans.length > 1) {
    throw new BigCodeBenchError(
      'USAGE',
      'The model’s settings list several parameters: run one combination at a time.',
    );
  }
  const { finished, failures } = await runSweep(sweep, { version: packageVersion(), onEvent, signal });
  const [run] = finished;
  if (!run) throw failures[0]?.error;
  return { ...run, score: run.report.score };
}

/** Without what is not part of a request. */
function pickRequest(options: object): Record<string, unknown> {
  const entries = Object.entries(options).filter(
    ([key, value]) => value !== undefined && key in runRequestSchema.shape,
  );
  return Object.fromEntries(entries);
}

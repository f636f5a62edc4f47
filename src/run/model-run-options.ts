import type { TaskSet } from '../dataset/task-set.ts';
import type { RunEvaluationOptions } from '../evaluate/run-evaluation.ts';
import type { Generation, GenerationOptions } from '../generate/generation-run.ts';
import { openSanitizer } from '../generate/open-sanitizer.ts';
import { defaultParameters, type ModelParameters } from '../model/parameters.ts';
import { resolvePromptSettings } from '../prompt/build-prompt.ts';
import type { StrategyName } from '../sanitize/strategy.ts';
import { type EvaluationRules, resolveRules } from '../schema/evaluation-rules.ts';
import { completeLimits } from '../schema/limits.ts';
import type { Split } from '../schema/split.ts';

type EvaluationOptions = Omit<
  RunEvaluationOptions,
  'samples' | 'samplesId' | 'outDir' | 'subject' | 'tasks' | 'signal'
>;

/** One model × one split × one subset × one set of parameters, everything decided. */
export interface ResolvedModelRun extends GenerationOptions, EvaluationOptions {
  readonly taskSet: TaskSet;
  readonly subset: string;
  readonly passK: readonly number[];
  readonly savePassRate?: boolean | undefined;
  readonly provenance?: Readonly<Record<string, unknown>>;
  /** What the config file withholds from the model; said wherever its score appears. */
  readonly restrictions?: readonly string[] | undefined;
  /** The run is open: nothing was asked for yet. */
  readonly onOpen?: (generation: Generation) => void | Promise<void>;
}

type Decided = 'model' | 'executor' | 'outDir' | 'taskSet';

/** The same, with a default for what is not said. */
export interface RunModelOptions
  extends Pick<ResolvedModelRun, Decided>,
    Partial<Omit<ResolvedModelRun, Decided | 'taskSet' | 'parameters' | 'rules'>>,
    Pick<ResolvedModelRun, 'taskSet'> {
  /** Default: `complete`; where `prompt` is given, that decides. */
  readonly split?: Split;
  readonly strategy?: StrategyName;
  readonly parameters?: Partial<ModelParameters>;
  readonly rules?: Partial<EvaluationRules>;
}

export async function resolveModelRun(options: RunModelOptions): Promise<ResolvedModelRun> {
  const { taskSet, model, split = 'complete', strategy = 'upstream' } = options;
  return {
    revision: 'main',
    nSamples: 1,
    subset: taskSet.name,
    passK: [1, 5, 10],
    groundTruth: { minRate: 0.99 },
    ...options,
    tasks: options.tasks ?? taskSet.tasks,
    prompt: options.prompt ?? resolvePromptSettings({ split, kind: model.kind }),
    rules: resolveRules({ limits: completeLimits(taskSet.manifest?.limits ?? {}), ...options.rules }),
    parameters: { ...defaultParameters, ...options.parameters },
    strategy,
    sanitize: options.sanitize ?? (await openSanitizer(strategy)),
  };
}

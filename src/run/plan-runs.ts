import { selectTasks } from '../dataset/select-tasks.ts';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { ResolveModelOptions } from '../model/model-options.ts';
import { expandGrid, type ParameterChoices } from '../model/model-settings.ts';
import { checkSampling, keepRelevant, type ModelParameters } from '../model/parameters.ts';
import { describeUnknownPrice } from '../model/prices.ts';
import { type ResolvedModel, resolveModel } from '../model/resolve-model.ts';
import { type PromptSettings, resolvePromptSettings } from '../prompt/build-prompt.ts';
import type { OnRunEvent } from '../schema/run-event.ts';
import { parameterKeys, type RunRequest } from '../schema/run-request.ts';
import type { Split } from '../schema/split.ts';
import type { Task } from '../schema/task.ts';
import { hashValue } from '../util/hash.ts';
import type { Mistakes } from './mistakes.ts';
import type { Surroundings } from './surroundings.ts';

/** One run of a request: one model, one split, one set of parameters. */
export interface RunPlan {
  readonly model: ResolvedModel;
  readonly split: Split;
  readonly prompt: PromptSettings;
  readonly parameters: ModelParameters;
  readonly nSamples: number;
  readonly revision: string;
  readonly loraPath: string | undefined;
  readonly skipPrefill: boolean;
  readonly tasks: readonly Task[];
  /** What the config file withholds from the model; said wherever its score appears. */
  readonly restrictions: readonly string[];
}

export interface PlanRunsInput {
  readonly request: RunRequest;
  readonly around: Surroundings;
  /** The selected tasks; none where only requests are described. */
  readonly tasks: readonly Task[];
  /** Collects what is wrong with each model, so that all of it can be said at once. */
  readonly mistakes: Mistakes;
  /** Models that are open already, by the names that the request uses. */
  readonly models?: readonly ResolvedModel[] | undefined;
  /** Resolve models only to describe requests: nothing is fetched or started. */
  readonly isDryRun?: boolean | undefined;
  /** Told of requests that are retried. */
  readonly onEvent?: OnRunEvent | undefined;
}

/** Every model, split and combination of parameters that a request asks for, in the order they will run. */
export async function planRuns(input: PlanRunsInput): Promise<RunPlan[]> {
  const { request, around, tasks, mistakes, models = [], isDryRun, onEvent } = input;
  const onRetry: ResolveModelOptions['onRetry'] = ({ error: { fault, message }, delayMs }) =>
    onEvent?.({ type: 'request-retried', fault, message, delayMs });
  const options = { ...modelOptionsOf(request, around), limiters: new Map(), isDryRun, onRetry };
  const resolved: ResolvedModel[] = [];
  for (const name of request.model) {
    await mistakes.collect(async () => {
      const open = models.find((model) => model.name === name);
      if (!open && !isDryRun) await around.pullModel?.(name);
      const model = open ?? (await resolveModel(name, options));
      resolved.push(model);
      warnAboutEngineFlags(request, model, around);
    });
  }
  if (request.backend === 'hf' && request.baseUrl === undefined) {
    around.warn(
      '--backend hf: weights are not run here; the model is asked at Hugging Face unless you pass --base-url.',
    );
  }
  const plans: RunPlan[] = [];
  for (const split of new Set(request.split)) {
    for (const model of resolved) {
      await mistakes.collect(async () => void plans.push(...(await planModel({ request, model, split, tasks }))));
    }
  }
  if (plans.length > 1 && request.maxCost !== undefined) around.warn('--max-cost applies to each run separately.');
  return plans;
}

interface PlanModelInput {
  readonly request: RunRequest;
  readonly model: ResolvedModel;
  readonly split: Split;
  readonly tasks: readonly Task[];
}

async function planModel({ request, model, split, tasks: all }: PlanModelInput): Promise<RunPlan[]> {
  const { select } = model.settings;
  const tasks = select === undefined || all.length === 0 ? all : await selectTasks(all, { select });
  if (request.maxCost !== undefined && model.price === undefined) {
    throw new BigCodeBenchError('USAGE', describeUnknownPrice(model.name, '--max-cost cannot be enforced'));
  }
  const plans = expandGrid(model.settings.parameters).map((listed): RunPlan => {
    const { parameters, nSamples } = mergeParameters(request, model, listed);
    checkSampling(parameters.temperature, nSamples);
    return {
      model,
      split,
      prompt: promptSettingsOf(request, model, split),
      parameters,
      nSamples,
      revision: request.revision,
      loraPath: request.loraPath,
      skipPrefill: request.skipPrefill,
      tasks,
      restrictions: describeRestrictions(model, tasks.length, all.length),
    };
  });
  // What is asked for explicitly applies to all combinations and may leave fewer of them.
  const distinct = new Map(plans.map((plan) => [hashValue([plan.parameters, plan.nSamples]), plan]));
  return [...distinct.values()];
}

/** Asked for explicitly, else what the config file says of this model, else the general default. */
function mergeParameters(request: RunRequest, model: ResolvedModel, listed: ParameterChoices) {
  const { defaults, greedy } = request;
  const given = parameterKeys.flatMap((key) => {
    const value = request[key] ?? listed[key] ?? defaults[key];
    return value === undefined ? [] : [[key, value] as const];
  });
  // The schema has checked each value under its key: the compiler cannot follow that through the list.
  const { nSamples = 1, ...all } = Object.fromEntries(given) as ModelParameters & { nSamples?: number };
  const parameters = keepRelevant(greedy ? { ...all, temperature: 0 } : all, model.capabilities, model.profile);
  return { parameters, nSamples: greedy ? 1 : nSamples };
}

function promptSettingsOf(request: RunRequest, model: ResolvedModel, split: Split): PromptSettings {
  const { instructionPrefix, responsePrefix, skipPrefill, stripNewlines } = request;
  const canPrefill = model.profile.prefill && model.capabilities.prefill !== 'none';
  const prefill = canPrefill && !skipPrefill;
  return resolvePromptSettings({ split, kind: model.kind, instructionPrefix, responsePrefix, prefill, stripNewlines });
}

function modelOptionsOf(request: RunRequest, { variables, cwd, warn }: Surroundings): ResolveModelOptions {
  const { backend, baseUrl, directCompletion, requestProfile, concurrency, rpm, tpm, localBatch } = request;
  const { tp, maxModelLen, revision, loraPath, models, prices, requestTimeoutS } = request;
  return {
    ...{ backend, baseUrl, directCompletion, requestProfile, concurrency, rpm, tpm, localBatch, models, prices },
    requestTimeoutMs: requestTimeoutS === undefined ? undefined : requestTimeoutS * 1000,
    vllm: { tensorParallel: tp, maxModelLen, revision, loraPath },
    variables,
    cwd,
    onNotice: warn,
  };
}

function describeRestrictions({ settings }: ResolvedModel, asked: number, all: number): string[] {
  const cap = settings.parameters?.maxNewTokens;
  return [
    ...(asked < all ? [`asked ${asked} of ${all} tasks`] : []),
    ...(cap === undefined ? [] : [`at most ${[cap].flat().join(' or ')} tokens an answer`]),
  ];
}

const engineFlags = { tp: '--tp', loraPath: '--lora-path', maxModelLen: '--max-model-len' } as const;

/** Flags that only mean something when a vLLM server is started. */
function warnAboutEngineFlags(request: RunRequest, model: ResolvedModel, { warn }: Surroundings): void {
  const isStarted = model.provider === 'vllm' && model.model.close !== undefined;
  const isGiven = {
    tp: request.tp !== 1,
    loraPath: request.loraPath !== undefined,
    maxModelLen: request.maxModelLen !== 12_800,
  };
  const given = (Object.keys(engineFlags) as (keyof typeof engineFlags)[]).filter((key) => isGiven[key]);
  if (isStarted || given.length === 0) return;
  warn(`${given.map((key) => engineFlags[key]).join(', ')}: no effect, because no vLLM server is started here.`);
}

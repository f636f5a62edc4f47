import type { OptionKey } from '../config/option-table.ts';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { ResolveModelOptions } from '../model/model-options.ts';
import { expandGrid, type ParameterChoices } from '../model/model-settings.ts';
import { checkSampling, keepRelevant, type ModelParameters } from '../model/parameters.ts';
import { type ResolvedModel, resolveModel } from '../model/resolve-model.ts';
import { type PromptSettings, resolvePromptSettings } from '../prompt/build-prompt.ts';
import { hashValue } from '../util/hash.ts';
import type { CommandContext } from './command.ts';
import { ensureLocalModel } from './commands/local-model.ts';

/** One generation that the command line asks for. */
export interface PlannedGeneration {
  readonly model: ResolvedModel;
  readonly prompt: PromptSettings;
  readonly parameters: ModelParameters;
  readonly nSamples: number;
  readonly revision: string;
  readonly loraPath: string | undefined;
  readonly skipPrefill: boolean;
}

/** Every model named, with every combination of parameters that the config file lists for it. */
export async function planGenerations(
  context: CommandContext,
  extra: Pick<ResolveModelOptions, 'isDryRun' | 'onRetry'> = {},
): Promise<PlannedGeneration[]> {
  const { options, warn } = context;
  const names = options.model ?? [];
  if (names.length === 0) {
    throw new BigCodeBenchError('USAGE', 'Name a model: --model provider:model-id (`bcb model list` shows providers).');
  }
  const planned: PlannedGeneration[] = [];
  const limiters: ResolveModelOptions['limiters'] = new Map();
  for (const name of names) {
    if (!extra.isDryRun) await ensureLocalModel(context, name);
    const model = await resolveModel(name, { ...modelOptionsOf(context), limiters, ...extra });
    warnAboutEngineFlags(context, model);
    if (options.backend === 'hf' && options.baseUrl === undefined) {
      warn('--backend hf: weights are not run here; the model is asked for at Hugging Face, or give --base-url.');
    }
    const plans = expandGrid(model.settings.parameters).map((listed) => planOne(context, model, listed));
    // What is typed holds for all combinations and may leave fewer of them.
    const distinct = new Map(plans.map((plan) => [hashValue([plan.parameters, plan.nSamples]), plan]));
    planned.push(...distinct.values());
  }
  if (planned.length > 1 && options.maxCost !== undefined) warn('--max-cost holds for each of the runs.');
  return planned;
}

function modelOptionsOf({ options, origins, sections, environment, cwd, warn }: CommandContext): ResolveModelOptions {
  const { backend, baseUrl, directCompletion, requestProfile, concurrency, rpm, tpm, localBatch } = options;
  const isTimeoutGiven = origins.get('requestTimeoutS') !== 'default';
  return {
    backend,
    baseUrl,
    directCompletion,
    requestProfile,
    concurrency,
    rpm,
    tpm,
    localBatch,
    ...(isTimeoutGiven && options.requestTimeoutS ? { requestTimeoutMs: options.requestTimeoutS * 1000 } : {}),
    vllm: {
      tensorParallel: options.tp,
      maxModelLen: options.maxModelLen,
      revision: options.revision,
      loraPath: options.loraPath,
    },
    models: sections.models,
    prices: sections.prices,
    environment,
    cwd,
    onNotice: warn,
  };
}

const parameterKeys = [
  'temperature',
  'topP',
  'topK',
  'frequencyPenalty',
  'maxNewTokens',
  'seed',
  'stop',
  'reasoningEffort',
  'reasoningBudget',
  'reasoningBeta',
  'nSamples',
] as const satisfies readonly (OptionKey & keyof ParameterChoices)[];

function planOne(context: CommandContext, model: ResolvedModel, listed: ParameterChoices): PlannedGeneration {
  const { options, origins } = context;
  const chosen: Record<string, unknown> = {};
  for (const key of parameterKeys) {
    // What the config file says of this model is more special than its general options, less than what is typed.
    const isTyped = origins.get(key) === 'flag' || origins.get(key) === 'environment';
    const value = isTyped ? options[key] : (listed[key] ?? options[key]);
    if (value !== undefined) chosen[key] = value;
  }
  const { nSamples = 1, ...all } = chosen as ModelParameters & { nSamples?: number };
  const isGreedy = options.greedy;
  const parameters = keepRelevant(isGreedy ? { ...all, temperature: 0 } : all, model.capabilities, model.profile);
  const count = isGreedy ? 1 : nSamples;
  checkSampling(parameters.temperature, count);
  const canPrefill = model.profile.prefill && model.capabilities.prefill !== 'none';
  const prompt = resolvePromptSettings({
    split: options.split,
    kind: model.kind,
    instructionPrefix: options.instructionPrefix,
    responsePrefix: options.responsePrefix,
    prefill: canPrefill && !options.skipPrefill,
    stripNewlines: options.stripNewlines,
  });
  const { revision, loraPath, skipPrefill } = options;
  return { model, prompt, parameters, nSamples: count, revision: revision ?? 'main', loraPath, skipPrefill };
}

/** Flags that only mean something where a vLLM server is started. */
function warnAboutEngineFlags({ origins, options, warn }: CommandContext, model: ResolvedModel): void {
  const isStarted = model.provider === 'vllm' && model.model.close !== undefined;
  const given = (['tp', 'loraPath', 'maxModelLen'] as const).filter(
    (key) => origins.has(key) && origins.get(key) !== 'default' && options[key] !== undefined,
  );
  if (isStarted || given.length === 0) return;
  const flags = { tp: '--tp', loraPath: '--lora-path', maxModelLen: '--max-model-len' };
  warn(`${given.map((key) => flags[key]).join(', ')}: no effect, because no vLLM server is started here.`);
}

import { basename, resolve } from 'node:path';
import { usageError } from '../error/bigcodebench-error.ts';
import type { Optional } from '../schema/optional.ts';
import type { RunRequest } from '../schema/run-request.ts';
import type { Clock } from '../util/clock.ts';
import { type Fetch, isLoopback, type Variables } from '../util/http-fetch.ts';
import { createCanonicalModel, createEmptyModel, createRecordedModel, readReplayedAnswers } from './baseline-models.ts';
import { fileNameOfCommand } from './command/command-line.ts';
import { bindMethods, fromLanguageModel } from './custom-model.ts';
import { createHttpModel, resolveBaseUrl } from './http-model.ts';
import type { Model } from './model.ts';
import { isModelFile, loadModelFile } from './model-file.ts';
import { parseModelName } from './model-name.ts';
import type { ModelObject } from './model-object.ts';
import { type ModelSettings, parseModelsSection, settingsOf } from './model-settings.ts';
import { type Price, priceOf } from './prices.ts';
import { type InProcessProviderName, type ProviderName, providers } from './provider-table.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { type Capabilities, capabilitiesOf, type RequestProfile, resolveProfile } from './request-profiles.ts';
import type { RetryEvent } from './with-retry.ts';

export interface ModelInput {
  readonly modelId: string;
  readonly profile: RequestProfile;
  readonly capabilities: Capabilities;
  readonly options: ResolveModelOptions;
}

/** How to reach a model, how fast to ask it, and what a config file says about it; much of it as a run's options. */
export interface ResolveModelOptions
  extends Optional<
    Pick<
      RunRequest,
      | ('backend' | 'baseUrl' | 'directCompletion' | 'requestProfile' | 'concurrency' | 'rpm' | 'tpm')
      | ('agentEnv' | 'agentFiles' | 'localBatch' | 'models' | 'prices')
      // What agents must not see; what they printed is kept in the last.
      | ('subset' | 'datasetVersion' | 'out')
      // How a server is started for `vllm` and `hf` if none is given.
      | ('tp' | 'maxModelLen' | 'revision' | 'loraPath' | 'trustRemoteCode' | 'tokenizerName' | 'tokenizerLegacy')
      | ('dtype' | 'device' | 'attnImplementation')
    >
  > {
  /** What was learned about pace, by provider and address: models that share a provider share its limits. */
  readonly limiters?: Map<string, RateLimiter> | undefined;
  readonly requestTimeoutMs?: number | undefined;
  /** Path of a Python with torch and transformers, for `hf`; throws if there is none. */
  readonly findWeightsPython?: ((variables: Variables) => Promise<string>) | undefined;
  /** Keys, addresses, proxies and cache folder; default `process.env`. */
  readonly variables?: Variables | undefined;
  /** The folder relative paths start from. */
  readonly cwd?: string | undefined;
  /** Ask a server of `vllm` or `hf` whether the model has a chat template: without one, it is a base model. */
  readonly findsKind?: boolean | undefined;
  /** Ends the wait for a server that starts. */
  readonly signal?: AbortSignal | undefined;
  /** Only describe requests: no key is needed, nothing is started. */
  readonly isDryRun?: boolean | undefined;
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
  /** Called with what the user should know about a server. */
  readonly onNotice?: ((sentence: string) => void) | undefined;
  readonly fetch?: Fetch | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: (() => number) | undefined;
}

/** A model that is ready to be asked, with its name and all that is known about it. */
export interface ResolvedModel extends Model {
  /** `provider:model-id` */
  readonly name: string;
  /** `custom`: the caller's own model. */
  readonly provider: ProviderName | 'custom';
  readonly modelId: string;
  /** The provider's word in the names of samples files. */
  readonly backend: string;
  readonly kind: 'chat' | 'base';
  readonly capabilities: Capabilities;
  readonly profile: RequestProfile;
  readonly price: Price | undefined;
  readonly settings: ModelSettings;
}

const freePrice: Price = { input: 0, output: 0 };

/**
 * Turns `provider:model-id`, the path of a file that exports a model, or a model object into a model. Makes no request,
 * except for `findsKind`. A model object stays its owner's to close.
 */
export async function resolveModel(
  name: string | ModelObject,
  options: ResolveModelOptions = {},
): Promise<ResolvedModel> {
  if (typeof name !== 'string') return { ...adoptModel(name, options), close: undefined };
  if (options.backend === undefined && isModelFile(name)) {
    return adoptModel(await loadModelFile(name, options.cwd ?? '.'), options);
  }
  const section = parseModelsSection(options.models);
  const { baseUrl: given, variables = process.env } = options;
  const hasAddress = Boolean(given ?? variables.VLLM_BASE_URL ?? settingsOf(`vllm:${name}`, section).baseUrl);
  const { provider, modelId, isGuessed } = parseModelName(name, options.backend, hasAddress);
  // A model file is identified by its name and content, wherever it is.
  const shortId = provider === 'local' ? basename(modelId) : modelId;
  const fullName = provider === modelId ? provider : `${provider}:${shortId}`;
  const settings = settingsOf(fullName, section);
  const spec = providers[provider];
  const http = spec.reach === 'http' ? spec : undefined;
  const said = options.directCompletion ? 'base' : settings.kind;
  if (said === 'base' && (http ? http.baseApi === undefined : provider === 'replay' || provider === 'command')) {
    throw usageError(
      `${spec.title} has no completions for base models: omit --direct-completion, or use openai-compatible with --base-url.`,
    );
  }
  const profile = resolveProfile(spec, options.requestProfile ?? settings.requestProfile);
  const capabilities = capabilitiesOf(fullName, spec.capabilities, [settings.capabilities ?? {}]);
  const baseUrl = http && resolveBaseUrl({ provider: http, baseUrl: given, settings, variables });
  const isFree = spec.isFree || (baseUrl !== undefined && isLoopback(baseUrl));
  const input = { modelId, profile, capabilities, options };
  const model = http
    ? await createHttpModel({ ...input, provider: http, isGuessed, kind: said, settings })
    : { kind: said ?? 'chat', ...(await createInProcess[provider as InProcessProviderName](input)) };
  return {
    ...model,
    name: fullName,
    provider,
    capabilities,
    profile,
    settings,
    modelId: provider === 'command' ? fileNameOfCommand(modelId) : modelId,
    backend: options.backend ?? spec.backend,
    price: priceOf(fullName, { prices: options.prices, baseUrl }) ?? (isFree ? freePrice : undefined),
  };
}

/** A model object with what the config file says about it: tasks, parameters and price. */
function adoptModel(object: ModelObject, options: ResolveModelOptions): ResolvedModel {
  const { models, prices, concurrency, requestTimeoutMs, onRetry } = options;
  const model = 'doGenerate' in object ? fromLanguageModel(object, { concurrency, requestTimeoutMs, onRetry }) : object;
  const { name, provider, modelId, backend, kind, capabilities, profile } = model;
  return {
    ...bindMethods(model),
    ...{ name, provider, modelId, backend, kind, capabilities, profile },
    price: model.price ?? priceOf(name, { prices }),
    settings: { ...model.settings, ...settingsOf(name, parseModelsSection(models)) },
  };
}

const createInProcess: Record<InProcessProviderName, (input: ModelInput) => Promise<Model>> = {
  canonical: async () => createCanonicalModel(),
  empty: async () => createEmptyModel(),
  command: async (input) => (await import('./command/command-model.ts')).createCommandModel(input),
  replay: async ({ modelId, options: { cwd = '.' } }) => {
    const path = resolve(cwd, modelId);
    return createRecordedModel(await readReplayedAnswers(path), path);
  },
  local: async (input) => (await import('./local/local-model.ts')).createLocalModel(input),
};

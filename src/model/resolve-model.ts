import { basename, resolve } from 'node:path';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { resolveBaseUrl } from './base-url.ts';
import { createCanonicalModel, createEmptyModel, createReplayModel } from './baseline-models.ts';
import { type Capabilities, type CapabilityOverrides, capabilitiesOf } from './capabilities.ts';
import { isLoopback } from './http-fetch.ts';
import { createHttpModel } from './http-model.ts';
import type { Model } from './model.ts';
import { parseModelName } from './model-name.ts';
import type { ResolveModelOptions } from './model-options.ts';
import { type ModelSettings, parseModelsSection, settingsOf } from './model-settings.ts';
import { type Price, priceOf } from './prices.ts';
import { type InProcessProviderName, type ProviderName, providers } from './provider-table.ts';
import { type RequestProfile, resolveProfile } from './request-profiles.ts';

export interface ResolvedModel {
  /** `provider:model-id` */
  readonly name: string;
  /** `custom`: the caller's own model. */
  readonly provider: ProviderName | 'custom';
  readonly modelId: string;
  /** The provider's word in the names of samples files. */
  readonly backend: string;
  readonly kind: 'chat' | 'base';
  readonly model: Model;
  readonly capabilities: Capabilities;
  readonly profile: RequestProfile;
  /** Undefined if unknown. */
  readonly price: Price | undefined;
  readonly settings: ModelSettings;
}

const freePrice: Price = { input: 0, output: 0 };

/** Turns `provider:model-id` into a model. Makes no request. */
export async function resolveModel(name: string, options: ResolveModelOptions = {}): Promise<ResolvedModel> {
  const section = parseModelsSection(options.models);
  const { provider, modelId, isGuessed } = parseModelName(name, {
    backend: options.backend,
    hasAddress: hasAddress(name, options, section),
  });
  // A model file is identified by its name and content, wherever it is.
  const shortId = provider === 'local' ? basename(modelId) : modelId;
  const fullName = provider === modelId ? provider : `${provider}:${shortId}`;
  const settings = settingsOf(fullName, section);
  const spec = providers[provider];
  const http = spec.reach === 'http' ? spec : undefined;
  const kind = options.directCompletion || settings.kind === 'base' ? 'base' : 'chat';
  if (kind === 'base' && (http ? http.connectBase === undefined : provider === 'replay')) {
    throw new BigCodeBenchError(
      'USAGE',
      `${spec.title} has no completions for base models: omit --direct-completion, or use openai-compatible with --base-url.`,
    );
  }
  const profile = resolveProfile(spec, options.requestProfile ?? settings.requestProfile);
  const capabilities = capabilitiesOf(fullName, http?.capabilities ?? inProcessCapabilities, [
    settings.capabilities ?? {},
  ]);
  const variables = options.variables ?? process.env;
  const baseUrl = http && resolveBaseUrl({ provider: http, baseUrl: options.baseUrl, settings, variables });
  const isFree = http === undefined || http.isFree || (baseUrl !== undefined && isLoopback(baseUrl));
  const model = http
    ? await createHttpModel({ provider: http, modelId, isGuessed, kind, profile, capabilities, settings, options })
    : await createInProcess[provider as InProcessProviderName]({ modelId, profile, capabilities, options });
  return {
    name: fullName,
    provider,
    modelId,
    backend: options.backend ?? spec.backend,
    kind,
    model,
    capabilities,
    profile,
    price: priceOf(fullName, { prices: options.prices, baseUrl }) ?? (isFree ? freePrice : undefined),
    settings,
  };
}

function hasAddress(
  name: string,
  options: ResolveModelOptions,
  section: ReturnType<typeof parseModelsSection>,
): boolean {
  const { baseUrl, variables = process.env } = options;
  return Boolean(baseUrl ?? variables.VLLM_BASE_URL ?? settingsOf(`vllm:${name}`, section).baseUrl);
}

const inProcessCapabilities: CapabilityOverrides = { prefill: 'last-message' };

interface InProcessInput {
  readonly modelId: string;
  readonly profile: RequestProfile;
  readonly capabilities: Capabilities;
  readonly options: ResolveModelOptions;
}

const createInProcess: Record<InProcessProviderName, (input: InProcessInput) => Promise<Model>> = {
  canonical: async () => createCanonicalModel(),
  empty: async () => createEmptyModel(),
  replay: ({ modelId, options }) => createReplayModel(resolve(options.cwd ?? '.', modelId)),
  local: async (input) => {
    const { createLocalModel } = await import('./local/local-model.ts');
    return createLocalModel(input);
  },
};

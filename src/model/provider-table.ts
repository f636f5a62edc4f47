import type { LanguageModelV3 } from '@ai-sdk/provider';
import type { Fetch } from '../util/http-fetch.ts';
import { readJsonAsset } from '../util/read-asset.ts';
import type { BaseApi } from './base-language-models.ts';
import type { Wire } from './build-call.ts';
import type { CapabilityOverrides, ProfileDefaults } from './request-profiles.ts';

export type Connection = Readonly<Record<'modelId' | 'baseUrl' | 'apiKey', string>>;

/** Loads the provider's package and returns a language model that sends through the given fetch. */
export type Connect = (connection: Connection) => Promise<(fetch: Fetch) => LanguageModelV3>;

interface AnyProvider extends ProfileDefaults {
  readonly title: string;
  /** A regular expression for the names of its own models, where one can tell them. */
  readonly ownModels?: string;
  /** Its word in the names of samples files: the original's, if it has one. */
  readonly backend: string;
  readonly capabilities: CapabilityOverrides;
  readonly isFree: boolean;
}

export interface HttpProvider extends AnyProvider {
  readonly reach: 'http';
  /** Its default address; a provider without one needs `--base-url`. */
  readonly baseUrl?: string;
  readonly baseUrlVariables: readonly string[];
  readonly keyVariables: readonly string[];
  /** Whether its default address requires a key. */
  readonly needsKey: boolean;
  readonly wire: Exclude<Wire, 'completions'>;
  /** How its base models are asked, where it has any. */
  readonly baseApi?: BaseApi;
  readonly maxConcurrency: number;
}

export interface InProcessProvider extends AnyProvider {
  readonly reach: 'in-process';
  /** What has to be there; left out where nothing has to. */
  readonly needs?: string;
}

type SdkSettings = Readonly<Record<'baseURL' | 'apiKey', string>> & { readonly fetch: Fetch };

/** Connects through an AI SDK package, which is loaded when it is needed. */
function connectBy(load: () => Promise<(settings: SdkSettings) => (modelId: string) => LanguageModelV3>): Connect {
  return async ({ modelId, baseUrl, apiKey }) => {
    const create = await load();
    return (fetch) => create({ baseURL: baseUrl, apiKey: apiKey || 'none', fetch })(modelId);
  };
}

export const connectByWire: Record<HttpProvider['wire'], Connect> = {
  openai: connectBy(async () => {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return (settings) => createOpenAI(settings).chat;
  }),
  anthropic: connectBy(async () => (await import('@ai-sdk/anthropic')).createAnthropic),
  google: connectBy(async () => (await import('@ai-sdk/google')).createGoogleGenerativeAI),
  standard: connectBy(async () => (await import('@ai-sdk/mistral')).createMistral),
  'openai-compatible': async ({ modelId, baseUrl, apiKey }) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const settings = { name: 'compatible', baseURL: baseUrl, ...(apiKey ? { apiKey } : {}) };
    return (fetch) => createOpenAICompatible({ ...settings, fetch }).chatModel(modelId);
  },
};

export async function connectBase(api: BaseApi, connection: Connection): ReturnType<Connect> {
  const { createBaseLanguageModel } = await import('./base-language-models.ts');
  return (fetch) => createBaseLanguageModel(api, { ...connection, fetch });
}

export type InProcessProviderName = 'local' | 'command' | 'canonical' | 'empty' | 'replay';
type HttpProviderName =
  | ('openai' | 'anthropic' | 'google' | 'mistral' | 'huggingface')
  | ('vllm' | 'hf' | 'ollama' | 'openai-compatible');
export type ProviderName = HttpProviderName | InProcessProviderName;

const file = readJsonAsset<{
  /** Those over HTTP first. */
  readonly providers: Readonly<
    Record<HttpProviderName, HttpProvider> & Record<InProcessProviderName, InProcessProvider>
  >;
  /** Well-known OpenAI-compatible hosts have their own key variables. */
  readonly keyVariableOfHost: Readonly<Record<string, string>>;
}>('providers.json');

export const { keyVariableOfHost } = file;
export const providers: Readonly<Record<ProviderName, HttpProvider | InProcessProvider>> = file.providers;
export const providerNames = Object.keys(providers) as readonly ProviderName[];

/** The original's `--backend` words: of the providers that it has, too. */
export const providerOfBackend: Readonly<Record<string, ProviderName>> = Object.fromEntries(
  providerNames
    .filter((name) => providers[name].upstreamProfile === `upstream/${providers[name].backend}`)
    .map((name) => [providers[name].backend, name]),
);

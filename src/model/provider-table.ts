import type { LanguageModelV3 } from '@ai-sdk/provider';
import type { Fetch } from '../util/http-fetch.ts';
import type { Wire } from './build-call.ts';
import type { CapabilityOverrides } from './capabilities.ts';
import type { ProfileDefaults, ProfileName } from './request-profiles.ts';

export interface Connection {
  readonly modelId: string;
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Loads the provider's package and returns a language model that sends through the given fetch. */
export type Connect = (connection: Connection) => Promise<(fetch: Fetch) => LanguageModelV3>;

export interface HttpProvider extends ProfileDefaults {
  readonly reach: 'http';
  readonly title: string;
  /** Its word in the names of samples files: the original's, if it has one. */
  readonly backend: string;
  /** Its default address; a provider without one needs `--base-url`. */
  readonly baseUrl?: string;
  readonly baseUrlVariables: readonly string[];
  readonly keyVariables: readonly string[];
  /** Whether its default address requires a key. */
  readonly needsKey: boolean;
  readonly wire: Exclude<Wire, 'completions'>;
  readonly connect: Connect;
  readonly connectBase?: Connect;
  readonly capabilities: CapabilityOverrides;
  readonly maxConcurrency: number;
  readonly isFree: boolean;
}

export interface InProcessProvider extends ProfileDefaults {
  readonly reach: 'in-process';
  readonly title: string;
  readonly backend: string;
}

interface SdkSettings {
  readonly baseURL: string;
  readonly apiKey: string;
  readonly fetch: Fetch;
}

/** Connects through an AI SDK package, which is loaded when it is needed. */
function connectBy(load: () => Promise<(settings: SdkSettings) => (modelId: string) => LanguageModelV3>): Connect {
  return async ({ modelId, baseUrl, apiKey }) => {
    const create = await load();
    return (fetch) => create({ baseURL: baseUrl, apiKey: apiKey || 'none', fetch })(modelId);
  };
}

const connectOpenAICompatible: Connect = async ({ modelId, baseUrl, apiKey }) => {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const settings = { name: 'compatible', baseURL: baseUrl, ...(apiKey ? { apiKey } : {}) };
  return (fetch) => createOpenAICompatible({ ...settings, fetch }).chatModel(modelId);
};

const connectCompletions: Connect = async (connection) => {
  const { createCompletionsLanguageModel } = await import('./base-language-models.ts');
  return (fetch) => createCompletionsLanguageModel({ ...connection, fetch });
};

const connectOllamaBase: Connect = async (connection) => {
  const { createOllamaLanguageModel } = await import('./base-language-models.ts');
  return (fetch) => createOllamaLanguageModel({ ...connection, fetch });
};

const hosted = { reach: 'http', needsKey: true, maxConcurrency: 64, isFree: false } as const;

/** A provider that the original has, too, under the same name. */
function likeOriginal<const Name extends 'openai' | 'anthropic' | 'google' | 'mistral' | 'vllm' | 'hf'>(name: Name) {
  return { backend: name, profile: name, upstreamProfile: `upstream/${name}` as const };
}

const compatible = {
  ...hosted,
  wire: 'openai-compatible',
  connect: connectOpenAICompatible,
  connectBase: connectCompletions,
  needsKey: false,
  baseUrlVariables: [],
  capabilities: {},
} as const satisfies Partial<HttpProvider>;

const httpProviders = {
  openai: {
    ...hosted,
    title: 'OpenAI',
    ...likeOriginal('openai'),
    baseUrl: 'https://api.openai.com/v1',
    baseUrlVariables: ['OPENAI_BASE_URL'],
    keyVariables: ['OPENAI_API_KEY'],
    wire: 'openai',
    connect: connectBy(async () => {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return (settings) => createOpenAI(settings).chat;
    }),
    capabilities: { samplesPerCall: 128 },
  },
  anthropic: {
    ...hosted,
    title: 'Anthropic',
    ...likeOriginal('anthropic'),
    baseUrl: 'https://api.anthropic.com/v1',
    baseUrlVariables: ['ANTHROPIC_BASE_URL'],
    keyVariables: ['ANTHROPIC_API_KEY', 'ANTHROPIC_KEY'],
    wire: 'anthropic',
    connect: connectBy(async () => (await import('@ai-sdk/anthropic')).createAnthropic),
    capabilities: { prefill: 'last-message', reasoning: 'budget', seed: false },
  },
  google: {
    ...hosted,
    title: 'Google',
    ...likeOriginal('google'),
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    baseUrlVariables: ['GOOGLE_GENERATIVE_AI_BASE_URL'],
    keyVariables: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GOOGLE_API_KEY', 'GEMINI_API_KEY'],
    wire: 'google',
    connect: connectBy(async () => (await import('@ai-sdk/google')).createGoogleGenerativeAI),
    capabilities: { reasoning: 'budget', samplesPerCall: 8 },
  },
  mistral: {
    ...hosted,
    title: 'Mistral',
    ...likeOriginal('mistral'),
    baseUrl: 'https://api.mistral.ai/v1',
    baseUrlVariables: ['MISTRAL_BASE_URL'],
    keyVariables: ['MISTRAL_API_KEY', 'MISTRAL_KEY'],
    wire: 'standard',
    connect: connectBy(async () => (await import('@ai-sdk/mistral')).createMistral),
    capabilities: { prefill: 'last-message' },
  },
  huggingface: {
    ...compatible,
    title: 'Hugging Face',
    backend: 'hf-inference',
    profile: 'huggingface',
    upstreamProfile: 'upstream/hf-inference',
    baseUrl: 'https://router.huggingface.co/v1',
    keyVariables: ['HF_TOKEN', 'HF_INFERENCE_API_KEY', 'HUGGING_FACE_HUB_TOKEN'],
    needsKey: true,
  },
  vllm: {
    ...compatible,
    title: 'vLLM',
    ...likeOriginal('vllm'),
    baseUrlVariables: ['VLLM_BASE_URL'],
    keyVariables: ['VLLM_API_KEY'],
    capabilities: { prefill: 'continue-final-message', samplesPerCall: 128 },
    maxConcurrency: 256,
    isFree: true,
  },
  hf: {
    ...compatible,
    title: 'transformers',
    ...likeOriginal('hf'),
    keyVariables: ['HF_TOKEN', 'HUGGING_FACE_HUB_TOKEN'],
    capabilities: { prefill: 'continue-final-message', samplesPerCall: 128 },
    isFree: true,
  },
  ollama: {
    ...compatible,
    title: 'Ollama',
    backend: 'ollama',
    profile: 'openai-compatible',
    connectBase: connectOllamaBase,
    baseUrl: 'http://127.0.0.1:11434/v1',
    baseUrlVariables: ['OLLAMA_BASE_URL'],
    keyVariables: [],
    maxConcurrency: 8,
    isFree: true,
  },
  'openai-compatible': {
    ...compatible,
    title: 'OpenAI-compatible server',
    backend: 'openai-compatible',
    profile: 'openai-compatible',
    upstreamProfile: 'upstream/openai',
    baseUrlVariables: ['OPENAI_COMPATIBLE_BASE_URL'],
    keyVariables: ['OPENAI_COMPATIBLE_API_KEY'],
  },
} as const satisfies Readonly<Record<string, HttpProvider>>;

const inProcess = (title: string, backend: string, profile: ProfileName): InProcessProvider => ({
  reach: 'in-process',
  title,
  backend,
  profile,
});

const inProcessProviders = {
  local: inProcess('GGUF model in this process', 'local', 'local'),
  canonical: inProcess('The reference solutions: what a perfect model would answer', 'canonical', 'baseline'),
  empty: inProcess('Empty answers: the score of a model that says nothing', 'empty', 'baseline'),
  replay: inProcess('Answers recorded in a samples file', 'replay', 'baseline'),
};

export type InProcessProviderName = keyof typeof inProcessProviders;
export type ProviderName = keyof typeof httpProviders | InProcessProviderName;

/** All providers, those over HTTP first. */
export const providers: Readonly<Record<ProviderName, HttpProvider | InProcessProvider>> = {
  ...httpProviders,
  ...inProcessProviders,
};

export const providerNames = Object.keys(providers) as readonly ProviderName[];

/** Well-known OpenAI-compatible hosts have their own key variables. */
export const keyVariableOfHost: Readonly<Record<string, string>> = {
  'api.deepseek.com': 'DEEPSEEK_API_KEY',
  'api.fireworks.ai': 'FIREWORKS_API_KEY',
  'api.groq.com': 'GROQ_API_KEY',
  'api.together.xyz': 'TOGETHER_API_KEY',
  'api.x.ai': 'XAI_API_KEY',
  'openrouter.ai': 'OPENROUTER_API_KEY',
};

/** The original's `--backend` words. */
export const providerOfBackend: Readonly<Record<string, ProviderName>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  google: 'google',
  mistral: 'mistral',
  vllm: 'vllm',
  hf: 'hf',
  'hf-inference': 'huggingface',
};

import type { LanguageModelV3 } from '@ai-sdk/provider';
import type { Wire } from './build-call.ts';
import type { CapabilityOverrides } from './capabilities.ts';
import type { Fetch } from './patch-fetch.ts';
import type { ProfileDefaults, ProfileName } from './request-profiles.ts';

export interface Connection {
  readonly modelId: string;
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Loads the provider's package and returns a language model that sends through the given fetch. */
export type Connect = (connection: Connection) => Promise<(fetch: Fetch) => LanguageModelV3>;

/** A provider that is reached over HTTP. */
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
  /** How to reach base models, if it has any. */
  readonly connectBase?: Connect;
  readonly capabilities: CapabilityOverrides;
  readonly maxConcurrency: number;
  /** Free of charge. */
  readonly isFree: boolean;
}

/** A model inside this process. */
export interface InProcessProvider extends ProfileDefaults {
  readonly reach: 'in-process';
  readonly title: string;
  readonly backend: string;
}

const connectOpenAICompatible: Connect = async ({ modelId, baseUrl, apiKey }) => {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return (fetch) =>
    createOpenAICompatible({ name: 'compatible', baseURL: baseUrl, fetch, ...(apiKey ? { apiKey } : {}) }).chatModel(
      modelId,
    );
};

const connectCompletions: Connect = async ({ modelId, baseUrl, apiKey }) => {
  const { createCompletionsLanguageModel } = await import('./completions-language-model.ts');
  return (fetch) => createCompletionsLanguageModel({ modelId, baseUrl, headers: bearer(apiKey), fetch });
};

const connectOllamaBase: Connect = async ({ modelId, baseUrl, apiKey }) => {
  const { createOllamaLanguageModel } = await import('./ollama-language-model.ts');
  return (fetch) => createOllamaLanguageModel({ modelId, baseUrl, headers: bearer(apiKey), fetch });
};

function bearer(apiKey: string): Record<string, string> {
  return apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` };
}

const compatible = {
  reach: 'http',
  wire: 'openai-compatible',
  connect: connectOpenAICompatible,
  connectBase: connectCompletions,
  needsKey: false,
  baseUrlVariables: [],
  capabilities: {},
  maxConcurrency: 64,
  isFree: false,
} as const satisfies Partial<HttpProvider>;

type HttpProviderName =
  | 'openai'
  | 'anthropic'
  | 'google'
  | 'mistral'
  | 'huggingface'
  | 'vllm'
  | 'ollama'
  | 'openai-compatible';

const httpProviders: Readonly<Record<HttpProviderName, HttpProvider>> = {
  openai: {
    reach: 'http',
    title: 'OpenAI',
    backend: 'openai',
    profile: 'openai',
    upstreamProfile: 'upstream/openai',
    baseUrl: 'https://api.openai.com/v1',
    baseUrlVariables: ['OPENAI_BASE_URL'],
    keyVariables: ['OPENAI_API_KEY'],
    needsKey: true,
    wire: 'openai',
    connect: async ({ modelId, baseUrl, apiKey }) => {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return (fetch) => createOpenAI({ baseURL: baseUrl, apiKey: apiKey || 'none', fetch }).chat(modelId);
    },
    capabilities: { samplesPerCall: 128 },
    maxConcurrency: 64,
    isFree: false,
  },
  anthropic: {
    reach: 'http',
    title: 'Anthropic',
    backend: 'anthropic',
    profile: 'anthropic',
    upstreamProfile: 'upstream/anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    baseUrlVariables: ['ANTHROPIC_BASE_URL'],
    keyVariables: ['ANTHROPIC_API_KEY', 'ANTHROPIC_KEY'],
    needsKey: true,
    wire: 'anthropic',
    connect: async ({ modelId, baseUrl, apiKey }) => {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return (fetch) => createAnthropic({ baseURL: baseUrl, apiKey: apiKey || 'none', fetch })(modelId);
    },
    capabilities: { prefill: 'last-message', reasoning: 'budget', seed: false },
    maxConcurrency: 64,
    isFree: false,
  },
  google: {
    reach: 'http',
    title: 'Google',
    backend: 'google',
    profile: 'google',
    upstreamProfile: 'upstream/google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    baseUrlVariables: ['GOOGLE_GENERATIVE_AI_BASE_URL'],
    keyVariables: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GOOGLE_API_KEY', 'GEMINI_API_KEY'],
    needsKey: true,
    wire: 'google',
    connect: async ({ modelId, baseUrl, apiKey }) => {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
      return (fetch) => createGoogleGenerativeAI({ baseURL: baseUrl, apiKey: apiKey || 'none', fetch })(modelId);
    },
    capabilities: { reasoning: 'budget', samplesPerCall: 8 },
    maxConcurrency: 64,
    isFree: false,
  },
  mistral: {
    reach: 'http',
    title: 'Mistral',
    backend: 'mistral',
    profile: 'mistral',
    upstreamProfile: 'upstream/mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    baseUrlVariables: ['MISTRAL_BASE_URL'],
    keyVariables: ['MISTRAL_API_KEY'],
    needsKey: true,
    wire: 'standard',
    connect: async ({ modelId, baseUrl, apiKey }) => {
      const { createMistral } = await import('@ai-sdk/mistral');
      return (fetch) => createMistral({ baseURL: baseUrl, apiKey: apiKey || 'none', fetch })(modelId);
    },
    capabilities: { prefill: 'last-message' },
    maxConcurrency: 64,
    isFree: false,
  },
  huggingface: {
    ...compatible,
    title: 'Hugging Face',
    backend: 'hf-inference',
    profile: 'huggingface',
    upstreamProfile: 'upstream/hf-inference',
    baseUrl: 'https://router.huggingface.co/v1',
    keyVariables: ['HF_TOKEN', 'HF_INFERENCE_API_KEY'],
    needsKey: true,
  },
  vllm: {
    ...compatible,
    title: 'vLLM',
    backend: 'vllm',
    profile: 'vllm',
    upstreamProfile: 'upstream/vllm',
    baseUrlVariables: ['VLLM_BASE_URL'],
    keyVariables: ['VLLM_API_KEY'],
    capabilities: { prefill: 'continue-final-message', samplesPerCall: 128 },
    maxConcurrency: 256,
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
};

export type InProcessProviderName = 'local' | 'canonical' | 'empty' | 'replay';

const inProcess = (title: string, backend: string, profile: ProfileName): InProcessProvider => ({
  reach: 'in-process',
  title,
  backend,
  profile,
});

const inProcessProviders: Readonly<Record<InProcessProviderName, InProcessProvider>> = {
  local: inProcess('GGUF model in this process', 'local', 'local'),
  canonical: inProcess('The reference solutions: what a perfect model would answer', 'canonical', 'baseline'),
  empty: inProcess('Empty answers: the score of a model that says nothing', 'empty', 'baseline'),
  replay: inProcess('Answers recorded in a samples file', 'replay', 'baseline'),
};

export type ProviderName = HttpProviderName | InProcessProviderName;

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

/** The original's `--backend` words. `hf` ran the weights in Python; here a server does that. */
export const providerOfBackend: Readonly<Record<string, ProviderName>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  google: 'google',
  mistral: 'mistral',
  vllm: 'vllm',
  hf: 'huggingface',
  'hf-inference': 'huggingface',
};

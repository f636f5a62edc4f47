import type { JSONObject } from '@ai-sdk/provider';
import { usageError } from '../error/bigcodebench-error.ts';

/** Stop strings for a completion engine: they end an answer that drifts on to something else. */
const six = ['<|endoftext|>', '<|endofmask|>', '</s>', '\nif __name__', '\ndef main(', '\nprint('] as const;
const five = ['\ndef ', '\nclass ', '\nimport ', '\nfrom ', '\nassert '] as const;

/** Which fields are sent besides the prompt. Dated data that is part of a run's identity. */
export interface RequestProfile {
  readonly name: string;
  readonly date: string;
  readonly temperature: 'always' | 'sampling' | 'never';
  /** What is sent if the user sets none. */
  readonly topP: { readonly sampling?: number; readonly greedy?: number };
  readonly maxTokensField: 'max_tokens' | 'max_completion_tokens';
  /** When to send the number of samples; `never` means one call per sample. */
  readonly samples: 'always' | 'several' | 'never';
  /** Whether separate calls for a task's samples get their own seeds. */
  readonly seedsCalls: boolean;
  readonly stop: { readonly chat: readonly string[]; readonly base: readonly string[] };
  readonly prefill: boolean;
  readonly thinking: 'always' | 'with-budget' | 'never';
  readonly stream: boolean;
  /** Tabs in an answer become four spaces. */
  readonly expandsTabs: boolean;
  /** Sent as it is. */
  readonly body: JSONObject;
}

const plain = {
  date: '2026-11-15',
  temperature: 'always',
  topP: {},
  maxTokensField: 'max_tokens',
  samples: 'never',
  seedsCalls: true,
  stop: { chat: [], base: [...six, ...five] },
  prefill: false,
  thinking: 'with-budget',
  stream: false,
  expandsTabs: false,
  body: {},
} as const satisfies Omit<RequestProfile, 'name'>;

const engine = {
  ...plain,
  topP: { sampling: 0.95, greedy: 1 },
  samples: 'always',
  stop: { chat: six, base: [...six, ...five] },
  prefill: true,
  thinking: 'never',
  expandsTabs: true,
} as const satisfies Omit<RequestProfile, 'name'>;

const blockNone: JSONObject = {
  safetySettings: [
    'HARM_CATEGORY_DANGEROUS_CONTENT',
    'HARM_CATEGORY_HARASSMENT',
    'HARM_CATEGORY_HATE_SPEECH',
    'HARM_CATEGORY_SEXUALLY_EXPLICIT',
  ].map((category) => ({ category, threshold: 'BLOCK_NONE' })),
};

const original = { date: 'v0.2.5', seedsCalls: false } as const;

const openai = {
  ...plain,
  topP: { sampling: 0.95, greedy: 0.95 },
  maxTokensField: 'max_completion_tokens',
  samples: 'always',
} as const satisfies Omit<RequestProfile, 'name'>;

const google = { ...plain, samples: 'several', body: blockNone } as const satisfies Omit<RequestProfile, 'name'>;

/** Ours first; `upstream/…` is what the original sends, including its mistakes. */
const profiles = {
  openai,
  'openai-compatible': { ...openai, maxTokensField: 'max_tokens', samples: 'several' },
  anthropic: { ...plain, stop: { chat: six, base: [] }, stream: true },
  google,
  mistral: plain,
  huggingface: { ...plain, topP: { sampling: 0.95 } },
  vllm: engine,
  hf: { ...engine, topP: { sampling: 0.95 } },
  local: { ...engine, samples: 'never' },
  baseline: plain,
  'upstream/openai': { ...openai, ...original },
  'upstream/anthropic': {
    ...plain,
    ...original,
    temperature: 'never',
    stop: { chat: six, base: [] },
    thinking: 'always',
    stream: true,
  },
  'upstream/google': { ...google, ...original, samples: 'always', thinking: 'never' },
  'upstream/mistral': { ...plain, ...original, temperature: 'never', thinking: 'never' },
  'upstream/hf-inference': { ...plain, ...original, temperature: 'never', thinking: 'never' },
  'upstream/vllm': { ...engine, ...original },
  'upstream/hf': {
    ...engine,
    ...original,
    temperature: 'sampling',
    topP: { sampling: 0.95 },
    prefill: false,
  },
} as const satisfies Record<string, Omit<RequestProfile, 'name'>>;

export type ProfileName = keyof typeof profiles;

export const profileNames = Object.keys(profiles) as readonly ProfileName[];

export interface ProfileDefaults {
  readonly profile: ProfileName;
  /** What `upstream` means for this provider. */
  readonly upstreamProfile?: ProfileName;
}

/** The named profile; `upstream` means the original's for this provider; default: the provider's own. */
export function resolveProfile(defaults: ProfileDefaults, named?: string): RequestProfile {
  const name = named === undefined ? defaults.profile : named === 'upstream' ? defaults.upstreamProfile : named;
  const known = profileNames.find((candidate) => candidate === name);
  if (known) return { name: known, ...profiles[known] };
  throw usageError(
    name === undefined
      ? 'The original does not have this provider: omit --request-profile upstream.'
      : `Unknown request profile ${JSON.stringify(name)}: use upstream, ${profileNames.join(', ')}.`,
  );
}

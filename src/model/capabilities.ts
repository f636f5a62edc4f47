import { z } from 'zod';
import { matchesGlob } from '../util/glob.ts';

/** What a model supports. Request fields it does not support are omitted. */
export const capabilitiesSchema = z.strictObject({
  /** Otherwise the system message is put in front of the user's. */
  systemPrompt: z.boolean(),
  /** How to prefill an answer: as a last assistant message, with or without vLLM's `continue_final_message`, or not at all. */
  prefill: z.enum(['none', 'last-message', 'continue-final-message']),
  /** Temperature, top_p, top_k and penalties. */
  sampling: z.boolean(),
  maxTokens: z.boolean(),
  stop: z.boolean(),
  seed: z.boolean(),
  reasoning: z.enum(['none', 'effort', 'budget']),
  /** How many samples one call may request; 1 means one call per sample. */
  samplesPerCall: z.number().int().positive(),
  /** Its text begins with `<think>…</think>`, which is split into reasoning and answer. */
  thinkTags: z.boolean(),
});

export type Capabilities = z.infer<typeof capabilitiesSchema>;

export type CapabilityOverrides = { readonly [Key in keyof Capabilities]?: Capabilities[Key] | undefined };

/** What most chat models behind an HTTP API support; providers and the table below say what differs. */
export const usualCapabilities: Capabilities = {
  systemPrompt: true,
  prefill: 'none',
  sampling: true,
  maxTokens: true,
  stop: true,
  seed: true,
  reasoning: 'none',
  samplesPerCall: 1,
  thinkTags: false,
};

/** OpenAI's reasoning models and their imitators, which budget their own tokens. */
const reasoner: CapabilityOverrides = {
  sampling: false,
  maxTokens: false,
  stop: false,
  reasoning: 'effort',
  samplesPerCall: 1,
};

/**
 * Known models, by `provider:model-id`; later entries win. As of 2026-11-15. The first group is the original's
 * v0.2.5 list of names that start or end with these words.
 */
const table: readonly (readonly [pattern: string, differs: CapabilityOverrides])[] = [
  ...['openai', 'openai-compatible'].flatMap((provider) =>
    ['o1-*', '*o1-', 'o3-*', '*o3-', 'reasoner*', '*reasoner', 'grok-3-mini-beta*', '*grok-3-mini-beta'].map(
      (name) => [`${provider}:${name}`, reasoner] as const,
    ),
  ),
  ...['o1', 'o3', 'o4-*', 'gpt-5*', 'gpt-6*'].map((name) => [`openai:${name}`, reasoner] as const),
  ['openai:gpt-5-chat*', usualCapabilities],
  ['anthropic:claude-3-5-*', { reasoning: 'none' }],
  ['anthropic:claude-3-haiku*', { reasoning: 'none' }],
  ['anthropic:claude-3-opus*', { reasoning: 'none' }],
  ['google:*-thinking-*', { maxTokens: false }],
  ['google:gemma-*', { systemPrompt: false }],
];

/** What a model supports: the provider's defaults, then what is known about the model, then what the user says. */
export function capabilitiesOf(
  name: string,
  providerDiffers: CapabilityOverrides,
  overrides: readonly CapabilityOverrides[],
): Capabilities {
  const known = table.filter(([pattern]) => matchesGlob(name, pattern)).map(([, differs]) => differs);
  return Object.assign({ ...usualCapabilities }, ...[providerDiffers, ...known, ...overrides].map(withoutUndefined));
}

export function withoutUndefined(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

import type { JSONObject } from '@ai-sdk/provider';
import { z } from 'zod';
import { usageError } from '../error/bigcodebench-error.ts';
import { type Optional, withoutUndefined } from '../schema/optional.ts';
import { matchesGlob } from '../util/glob.ts';
import { readJsonAsset } from '../util/read-asset.ts';

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

export type CapabilityOverrides = Optional<Capabilities>;

interface CapabilityTable {
  /** `usual`: what most chat models behind an HTTP API support. `reasoner`: OpenAI's reasoning models and their imitators, which budget their own tokens. */
  readonly kinds: { readonly usual: Capabilities; readonly reasoner: CapabilityOverrides };
  /** How known models differ, by `provider:model-id`; later entries win. The first are the original's list. */
  readonly models: Readonly<Record<string, keyof CapabilityTable['kinds'] | CapabilityOverrides>>;
}

const { kinds, models } = readJsonAsset<CapabilityTable>('capabilities.json');

/** What a model supports: the provider's defaults, then what is known about the model, then what the user says. */
export function capabilitiesOf(
  name: string,
  providerDiffers: CapabilityOverrides,
  overrides: readonly CapabilityOverrides[],
): Capabilities {
  const known = Object.entries(models)
    .filter(([pattern]) => matchesGlob(name, pattern))
    .map(([, differs]) => (typeof differs === 'string' ? kinds[differs] : differs));
  return Object.assign({ ...kinds.usual }, ...[providerDiffers, ...known, ...overrides].map(withoutUndefined));
}

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
  /** Strings that end an answer which drifts on to something else. */
  readonly stop: { readonly chat: readonly string[]; readonly base: readonly string[] };
  readonly prefill: boolean;
  readonly thinking: 'always' | 'with-budget' | 'never';
  readonly stream: boolean;
  /** Tabs in an answer become four spaces. */
  readonly expandsTabs: boolean;
  /** Sent as it is. */
  readonly body: JSONObject;
}

/** Ours first; `upstream/…` is what the original sends, including its mistakes. */
const profiles = readJsonAsset<Readonly<Record<string, Omit<RequestProfile, 'name'>>>>('request-profiles.json');

export interface ProfileDefaults {
  readonly profile: string;
  /** What `upstream` means for this provider. */
  readonly upstreamProfile?: string;
}

/** The named profile; `upstream` means the original's for this provider; default: the provider's own. */
export function resolveProfile(defaults: ProfileDefaults, named?: string): RequestProfile {
  const name = named === undefined ? defaults.profile : named === 'upstream' ? defaults.upstreamProfile : named;
  const [known] = Object.entries(profiles).filter(([each]) => each === name);
  if (known) return { name: known[0], ...known[1] };
  throw usageError(
    name === undefined
      ? 'The original does not have this provider: omit --request-profile upstream.'
      : `Unknown request profile ${JSON.stringify(name)}: use upstream, ${Object.keys(profiles).join(', ')}.`,
  );
}

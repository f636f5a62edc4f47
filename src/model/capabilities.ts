import { z } from 'zod';
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
  /**
   * How known models differ, by `provider:model-id`; later entries win. The first are the original's v0.2.5 list of names
   * that start or end with these words.
   */
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

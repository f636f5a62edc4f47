import type { JSONObject, LanguageModelV3CallOptions, LanguageModelV3Prompt } from '@ai-sdk/provider';
import { type Optional, withoutUndefined } from '../schema/optional.ts';
import type { Prompt } from '../schema/prompt.ts';
import type { ModelRequest } from './model.ts';
import { usesBudget } from './parameters.ts';
import type { Capabilities, RequestProfile } from './request-profiles.ts';

/** The shapes of request bodies; the provider table says which provider uses which. */
export type Wire = 'standard' | 'openai' | 'openai-compatible' | 'completions' | 'anthropic' | 'google';

export interface CallSettings {
  readonly wire: Wire;
  readonly profile: RequestProfile;
  readonly capabilities: Capabilities;
}

/** The exact call for a request: what the profile sends and the model supports. */
export function buildCall(request: ModelRequest, settings: CallSettings) {
  const { wire, profile, capabilities } = settings;
  const fields = chooseFields(request, settings);
  const { options, body = {} } = wires[wire](fields, profile);
  const { temperature, topP, topK, frequencyPenalty, seed, stop } = fields;
  const stopSequences = stop.length > 0 ? [...stop] : undefined;
  const standard = { temperature, topP, topK, frequencyPenalty, seed, stopSequences, ...options };
  const prompt = convertPrompt(request.prompt, capabilities);
  return {
    options: { prompt, ...withoutUndefined(standard) } as LanguageModelV3CallOptions,
    /** Merged into the body that the language model builds. */
    body: { ...profile.body, ...(withoutUndefined(body) as JSONObject) },
  };
}

export type SdkCall = ReturnType<typeof buildCall>;

/** The stop strings of a request: the user's, or the profile's for this form. */
export function chooseStop(request: ModelRequest, { profile, capabilities }: CallSettings): readonly string[] {
  if (!capabilities.stop) return [];
  const { prompt, parameters } = request;
  if (parameters.stop !== undefined) return parameters.stop;
  if (prompt.form === 'completion') return profile.stop.base;
  // As in the original, the closing fence ends a prefilled answer only if the prefix itself opens one.
  const opensFence = prompt.prefill?.slice(0, prompt.prefill.lastIndexOf('```python\n')).includes('```') ?? false;
  return opensFence ? [...profile.stop.chat, '\n```\n'] : profile.stop.chat;
}

export function sendsCount({ samples }: RequestProfile, count: number): boolean {
  return samples === 'always' || (samples === 'several' && count > 1);
}

/** What to request, before translation into the provider's fields. */
function chooseFields(request: ModelRequest, settings: CallSettings) {
  const { prompt, parameters, samples } = request;
  const { profile, capabilities } = settings;
  const isSampling = parameters.temperature > 0;
  const { reasoningBudget: budget = 0 } = parameters;
  const thinks = usesBudget(budget, capabilities, profile);
  const sendsTemperature = profile.temperature === 'always' || (profile.temperature === 'sampling' && isSampling);
  const takesSampling = capabilities.sampling && !thinks;
  const sends = (value: number | undefined) => (takesSampling ? value : undefined);
  return {
    maxTokens: capabilities.maxTokens ? parameters.maxNewTokens : undefined,
    temperature: sends(sendsTemperature ? parameters.temperature : undefined),
    topP: sends(parameters.topP ?? (isSampling ? profile.topP.sampling : profile.topP.greedy)),
    topK: sends(parameters.topK),
    frequencyPenalty: sends(parameters.frequencyPenalty),
    seed: capabilities.seed ? samples[0]?.seed : undefined,
    stop: chooseStop(request, settings),
    samples: sendsCount(profile, samples.length) ? samples.length : undefined,
    effort: capabilities.reasoning === 'effort' ? (parameters.reasoningEffort ?? 'medium') : undefined,
    thinkingTokens: thinks ? budget : undefined,
    beta: thinks ? parameters.reasoningBeta : undefined,
    continues:
      prompt.form === 'chat' && prompt.prefill !== undefined && capabilities.prefill === 'continue-final-message',
  };
}

interface WirePart {
  readonly options: Optional<LanguageModelV3CallOptions>;
  readonly body?: Record<string, unknown>;
}

/** How each provider spells the fields that the SDK has no standard option for. */
const wires: Record<Wire, (fields: ReturnType<typeof chooseFields>, profile: RequestProfile) => WirePart> = {
  standard: ({ maxTokens }) => ({ options: { maxOutputTokens: maxTokens } }),
  openai: ({ maxTokens, samples, effort }, profile) => ({
    options: { providerOptions: { openai: { forceReasoning: effort !== undefined } } },
    body: { [profile.maxTokensField]: maxTokens, n: samples, reasoning_effort: effort },
  }),
  'openai-compatible': ({ maxTokens, topK, samples, effort, continues }, profile) => ({
    options: { topK: undefined },
    body: {
      [profile.maxTokensField]: maxTokens,
      top_k: topK,
      n: samples,
      reasoning_effort: effort,
      ...(continues ? { continue_final_message: true, add_generation_prompt: false } : {}),
    },
  }),
  completions: ({ maxTokens, samples }) => ({ options: { maxOutputTokens: maxTokens }, body: { n: samples } }),
  anthropic: ({ maxTokens, beta, thinkingTokens }, profile) => {
    const headers = beta === undefined ? undefined : { 'anthropic-beta': beta };
    const options = { maxOutputTokens: maxTokens, headers };
    if (thinkingTokens === undefined) return { options };
    // The original sends the budget unchanged and does not make room for it in max_tokens.
    if (profile.thinking === 'always') {
      return { options, body: { thinking: { type: 'enabled', budget_tokens: thinkingTokens } } };
    }
    const thinking = { type: 'enabled', budgetTokens: thinkingTokens };
    return { options: { ...options, providerOptions: { anthropic: { thinking } } } };
  },
  google: ({ maxTokens, samples, thinkingTokens }) => {
    const thinkingConfig = thinkingTokens === undefined ? undefined : { thinkingBudget: thinkingTokens };
    const generationConfig = withoutUndefined({ candidateCount: samples, thinkingConfig });
    return { options: { maxOutputTokens: maxTokens }, body: { generationConfig } };
  },
};

function convertPrompt(prompt: Prompt, capabilities: Capabilities): LanguageModelV3Prompt {
  if (prompt.form === 'completion') return [convertMessage({ role: 'user', content: prompt.text })];
  const messages = capabilities.systemPrompt ? prompt.messages : foldSystem(prompt.messages);
  const isPrefilled = prompt.prefill !== undefined && capabilities.prefill !== 'none';
  const prefill: Message[] = isPrefilled ? [{ role: 'assistant', content: prompt.prefill ?? '' }] : [];
  return [...messages, ...prefill].map(convertMessage);
}

function convertMessage({ role, content }: Message): LanguageModelV3Prompt[number] {
  return role === 'system' ? { role, content } : { role, content: [{ type: 'text', text: content }] };
}

type Message = Extract<Prompt, { form: 'chat' }>['messages'][number];

/** For models without a system role: its text goes in front of the first message. */
function foldSystem(messages: readonly Message[]): Message[] {
  const words = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const others = messages.filter(({ role }) => role !== 'system');
  return others.map((message, at) =>
    at === 0 ? { ...message, content: [...words, message.content].join('\n\n') } : message,
  );
}

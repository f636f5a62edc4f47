import type { Prompt } from '../schema/prompt.ts';
import type { Task } from '../schema/task.ts';
import { type CapabilityOverrides, capabilitiesOf } from './capabilities.ts';
import type { Model, ModelAnswer } from './model.ts';
import type { ModelParameters } from './parameters.ts';
import type { Price } from './prices.ts';
import { ProviderError } from './provider-error.ts';
import { RateLimiter } from './rate-limiter.ts';
import { resolveProfile } from './request-profiles.ts';
import type { ResolvedModel } from './resolve-model.ts';
import { withRetry } from './with-retry.ts';

/** What a function that acts as a model gets. */
export interface CustomRequest {
  readonly task: Task;
  readonly prompt: Prompt;
  readonly parameters: ModelParameters;
  /** Which sample of the task this is, from 0. */
  readonly index: number;
  readonly seed: number | undefined;
  readonly signal: AbortSignal;
}

export type CustomAnswer = string | (Partial<ModelAnswer> & Pick<ModelAnswer, 'text'>);

/** Answers one request. A `ProviderError` leaves a hole or is retried, as its data says; any other error ends the run. */
export type AnswerFunction = (request: CustomRequest) => CustomAnswer | Promise<CustomAnswer>;

export interface CustomModelOptions {
  /** Names the model in files and reports, and identifies its runs. */
  readonly name: string;
  /** A function that answers, or our own port. */
  readonly model: AnswerFunction | Model;
  /** `base`: it completes the raw prompt. Default: `chat`. */
  readonly kind?: 'chat' | 'base';
  /** How it differs from most chat models. */
  readonly capabilities?: CapabilityOverrides;
  /** Without one, costs are not reported. */
  readonly price?: Price;
  /** Maximum concurrent calls of a function; default 8. */
  readonly maxConcurrency?: number;
  /** How long one call of a function may take; default ten minutes. */
  readonly requestTimeoutMs?: number;
}

/** Turns your own model into one that can be used everywhere. For an AI SDK model, use `fromLanguageModel`. */
export function createCustomModel(options: CustomModelOptions): ResolvedModel {
  const { name, kind = 'chat', capabilities = {}, price } = options;
  const model = toModel(options);
  return {
    name,
    provider: 'custom',
    modelId: name,
    backend: 'custom',
    kind,
    model,
    capabilities: capabilitiesOf(name, {}, [capabilities, { samplesPerCall: model.samplesPerCall }]),
    profile: resolveProfile({ profile: 'baseline' }),
    price,
    settings: {},
  };
}

/** A function gets pacing, retries and a time limit; a port is used as it is. */
function toModel(options: CustomModelOptions): Model {
  const { name, model, maxConcurrency = 8, requestTimeoutMs = 600_000 } = options;
  if (typeof model !== 'function') return model;
  const limiter = new RateLimiter({ maxConcurrency });
  const timeoutError = () =>
    new ProviderError('timeout', `${name} did not answer within ${requestTimeoutMs / 1000} s: raise requestTimeoutMs.`);
  return withRetry(createFunctionModel(model, maxConcurrency), { limiter, requestTimeoutMs, timeoutError });
}

function createFunctionModel(answer: AnswerFunction, maxConcurrency: number): Model {
  return {
    samplesPerCall: 1,
    maxConcurrency,
    drainMs: 10_000,
    async answer({ task, prompt, parameters, samples }, { signal = new AbortController().signal } = {}) {
      const answers: ModelAnswer[] = [];
      for (const { index, seed } of samples) {
        const startedAt = performance.now();
        const given = await answer({ task, prompt, parameters, index, seed, signal });
        const latencyMs = Math.round(performance.now() - startedAt);
        const written = typeof given === 'string' ? { text: given } : given;
        answers.push({ finishReason: 'stop', latencyMs, warnings: [], ...written });
      }
      return answers;
    },
    async describe({ prompt }) {
      return { method: 'NONE', url: '', headers: {}, body: JSON.stringify(prompt) };
    },
  };
}

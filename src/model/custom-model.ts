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

/** What a function that stands in for a model is asked. */
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

/** Answers one request. A `ProviderError` leaves a hole or is tried again, as its data says; another error ends the run. */
export type AnswerFunction = (request: CustomRequest) => CustomAnswer | Promise<CustomAnswer>;

export interface CustomModelOptions {
  /** Names the model in files and reports, and tells its runs from those of others. */
  readonly name: string;
  /** A function that answers, or our own port. */
  readonly model: AnswerFunction | Model;
  /** `base`: it completes the raw prompt. Default: `chat`. */
  readonly kind?: 'chat' | 'base';
  /** What differs from most chat models. */
  readonly capabilities?: CapabilityOverrides;
  /** Without one nothing is said about costs. */
  readonly price?: Price;
  /** Calls at once at most, of a function; default 8. */
  readonly maxConcurrency?: number;
  /** How long one call of a function may take; default ten minutes. */
  readonly requestTimeoutMs?: number;
}

/** Puts a model of your own where a named one is expected; for one of the AI SDK there is `fromLanguageModel`. */
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

/** A function is given a pace, retries and a time limit; a port is taken at its word. */
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

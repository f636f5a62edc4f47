import type { LanguageModelV3 } from '@ai-sdk/provider';
import { BigCodeBenchError, modelError } from '../error/bigcodebench-error.ts';
import type { Model, ModelAnswer, ModelRequest } from './model.ts';
import type { Price } from './prices.ts';
import { RateLimiter } from './rate-limiter.ts';
import { type CapabilityOverrides, capabilitiesOf, resolveProfile } from './request-profiles.ts';
import type { ResolvedModel } from './resolve-model.ts';
import { createSdkModel } from './sdk-model.ts';
import { type RetryEvent, withRetry } from './with-retry.ts';

/** What a function that acts as a model gets. */
export interface CustomRequest extends Pick<ModelRequest, 'task' | 'prompt' | 'parameters'> {
  /** Which sample of the task this is, from 0. */
  readonly index: number;
  readonly seed: number | undefined;
  readonly signal: AbortSignal;
}

/** The text of an answer, or what else is known about it. */
export type CustomAnswer = string | (Partial<ModelAnswer> & Pick<ModelAnswer, 'text'>);

/**
 * Answers one request. A `ProviderError` leaves a hole or is retried, as its data says. Any other error ends the run with
 * a `BigCodeBenchError` whose `cause` it is.
 */
export type AnswerFunction = (request: CustomRequest) => CustomAnswer | Promise<CustomAnswer>;

/** What `createCustomModel` takes. */
export interface CustomModelOptions {
  /** Names the model in files and reports, and identifies its runs. */
  readonly name: string;
  /** A function that answers, or our own port. */
  readonly model: AnswerFunction | Model;
  /** `base`: it completes the raw prompt. Default: `chat`. */
  readonly kind?: 'chat' | 'base';
  /** How it differs from most chat models. */
  readonly capabilities?: CapabilityOverrides | undefined;
  /** Without one, costs are not reported. */
  readonly price?: Price | undefined;
  /** Maximum concurrent calls of a function; default 8. */
  readonly maxConcurrency?: number | undefined;
  /** How long one call of a function may take; default ten minutes. */
  readonly requestTimeoutMs?: number | undefined;
}

/** Turns your own model into one that can be used everywhere. For an AI SDK model, use `fromLanguageModel`. */
export function createCustomModel(options: CustomModelOptions): ResolvedModel {
  const { name, kind = 'chat', capabilities = {}, price } = options;
  const model = toModel(options);
  return {
    ...model,
    name,
    provider: 'custom' as const,
    modelId: name,
    backend: 'custom',
    kind,
    price,
    settings: {},
    capabilities: capabilitiesOf(name, {}, [capabilities, { samplesPerCall: model.samplesPerCall }]),
    profile: resolveProfile({ profile: 'baseline' }),
  };
}

/** A function gets pacing, retries and a time limit; a port is used as it is. */
function toModel(options: CustomModelOptions): Model {
  const { name, model, maxConcurrency = 8, requestTimeoutMs = 600_000 } = options;
  if (typeof model !== 'function') return explainFaults(bindMethods(model), name);
  const retries = { limiter: new RateLimiter({ maxConcurrency }), requestTimeoutMs, name };
  const asked = createFunctionModel(model, { maxConcurrency, drainMs: 10_000 });
  return explainFaults(withRetry(asked, retries), name);
}

/** What a model's own code throws is its author's to mend: the error says whose it is and where. */
function explainFaults(model: Model, name: string): Model {
  return {
    ...model,
    async answer(request, call = {}) {
      try {
        return await model.answer(request, call);
      } catch (cause) {
        const isStopped = call.signal?.aborted || call.stopSignal?.aborted;
        if (isStopped || cause instanceof BigCodeBenchError) throw cause;
        const where = cause instanceof Error ? /\n +(at .+)/.exec(cause.stack ?? '')?.[1] : undefined;
        const what = `${name} failed on ${request.task.id}: ${String(cause)}${where ? ` (${where})` : ''}`;
        throw modelError(what, { cause, data: { taskId: request.task.id } });
      }
    },
  };
}

/** A model's members as a plain object: it may be an instance of a class. */
export function bindMethods(model: Model): Model {
  const { samplesPerCall, maxConcurrency, drainMs } = model;
  return {
    samplesPerCall,
    maxConcurrency,
    drainMs,
    answer: (request, options) => model.answer(request, options),
    describe: (request) => model.describe(request),
    fingerprintOf: model.fingerprintOf?.bind(model),
    close: model.close?.bind(model),
  };
}

/** A model that is nothing but a function. */
export function createFunctionModel(
  answer: AnswerFunction,
  facts: Pick<Model, 'maxConcurrency' | 'drainMs' | 'fingerprintOf'>,
): Model {
  return {
    samplesPerCall: 1,
    ...facts,
    async answer({ task, prompt, parameters, samples }, { signal = new AbortController().signal } = {}) {
      const answers: ModelAnswer[] = [];
      for (const { index, seed } of samples) {
        const startedAt = performance.now();
        const given = await answer({ task, prompt, parameters, index, seed, signal });
        const latencyMs = Math.round(performance.now() - startedAt);
        const written = typeof given === 'string' ? { text: given } : given;
        if (typeof written?.text !== 'string') throw new TypeError('it returned no text');
        answers.push({ finishReason: 'stop', latencyMs, warnings: [], ...written });
      }
      return answers;
    },
    async describe({ prompt }) {
      return { method: 'NONE', url: '', headers: {}, body: JSON.stringify(prompt) };
    },
  };
}

/** What `fromLanguageModel` takes besides the model. */
export interface FromLanguageModelOptions
  extends Pick<CustomModelOptions, 'capabilities' | 'price' | 'requestTimeoutMs'> {
  /** Default: the model's own `provider:modelId`. */
  readonly name?: string | undefined;
  /** Maximum concurrent requests; default: up to 64, as many as the provider takes. */
  readonly concurrency?: number | undefined;
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
}

/** Any AI SDK chat model with our pacing and retries; only the SDK's standard options are sent. */
export function fromLanguageModel(
  languageModel: LanguageModelV3,
  options: FromLanguageModelOptions = {},
): ResolvedModel {
  const { provider, modelId } = languageModel;
  const { name = `${provider}:${modelId}`, requestTimeoutMs = 600_000, concurrency = 64, price, onRetry } = options;
  const version: string = languageModel.specificationVersion;
  if (version !== 'v3') {
    const advice = 'install the release of its package for AI SDK 6';
    throw modelError(`${name} follows specification ${version} of the AI SDK instead of v3: ${advice}.`);
  }
  const limiter = new RateLimiter({ maxConcurrency: concurrency });
  const model = createSdkModel({
    bind: () => languageModel,
    fetch: globalThis.fetch,
    wire: 'standard',
    profile: resolveProfile({ profile: 'baseline' }),
    capabilities: capabilitiesOf(name, {}, [{ ...options.capabilities, samplesPerCall: 1 }]),
    asked: { title: name, modelId, keyVariables: [], secrets: [] },
    maxConcurrency: limiter.maxConcurrency,
  });
  const patient = withRetry(model, { limiter, requestTimeoutMs, name, onRetry });
  const custom = createCustomModel({ name, model: patient, capabilities: options.capabilities, price });
  return { ...custom, modelId, backend: provider };
}

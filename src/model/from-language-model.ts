import type { LanguageModelV3 } from '@ai-sdk/provider';
import { type CapabilityOverrides, capabilitiesOf } from './capabilities.ts';
import type { Price } from './prices.ts';
import { ProviderError } from './provider-error.ts';
import { RateLimiter } from './rate-limiter.ts';
import { resolveProfile } from './request-profiles.ts';
import type { ResolvedModel } from './resolve-model.ts';
import { createSdkModel } from './sdk-model.ts';
import { type RetryEvent, withRetry } from './with-retry.ts';

export interface FromLanguageModelOptions {
  /** Default: the model's own `provider:modelId`. */
  readonly name?: string;
  readonly capabilities?: CapabilityOverrides;
  readonly price?: Price;
  readonly concurrency?: number;
  readonly requestTimeoutMs?: number;
  readonly onRetry?: (event: RetryEvent) => void;
}

/** Any AI SDK chat model with our pacing and retries; only the SDK's standard options are sent. */
export function fromLanguageModel(
  languageModel: LanguageModelV3,
  options: FromLanguageModelOptions = {},
): ResolvedModel {
  const { provider, modelId } = languageModel;
  const { name = `${provider}:${modelId}`, requestTimeoutMs = 600_000 } = options;
  const profile = resolveProfile({ profile: 'baseline' });
  const capabilities = capabilitiesOf(name, {}, [{ ...options.capabilities, samplesPerCall: 1 }]);
  const limiter = new RateLimiter({ maxConcurrency: options.concurrency ?? 64 });
  const model = createSdkModel({
    bind: () => languageModel,
    fetch: globalThis.fetch,
    wire: 'standard',
    profile,
    capabilities,
    place: { title: name, modelId, keyVariables: [], secrets: [] },
    maxConcurrency: limiter.maxConcurrency,
  });
  const timeoutError = () => new ProviderError('timeout', `${name} did not answer within ${requestTimeoutMs} ms.`);
  return {
    name,
    provider: 'custom',
    modelId,
    backend: provider,
    kind: 'chat',
    model: withRetry(model, { limiter, requestTimeoutMs, timeoutError, onRetry: options.onRetry }),
    capabilities,
    profile,
    price: options.price,
    settings: {},
  };
}

import type { Clock } from '../util/clock.ts';
import type { Environment } from './http-fetch.ts';
import type { Fetch } from './patch-fetch.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { VllmOptions } from './vllm-server.ts';
import type { RetryEvent } from './with-retry.ts';

export interface ResolveModelOptions {
  /** The original's word for the provider; the name is then the model's alone. */
  readonly backend?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** A base model: it completes the raw prompt. */
  readonly directCompletion?: boolean | undefined;
  readonly requestProfile?: string | undefined;
  /** Calls at once at most. */
  readonly concurrency?: number | undefined;
  /** Requests, tokens a minute at most. */
  readonly rpm?: number | undefined;
  readonly tpm?: number | undefined;
  /** Paces found so far, by provider and address: models that share a provider share its limits. */
  readonly limiters?: Map<string, RateLimiter> | undefined;
  readonly requestTimeoutMs?: number | undefined;
  /** Answers at once of a model in this process. */
  readonly localBatch?: number | undefined;
  /** How a vLLM server is started where none is named. */
  readonly vllm?: VllmOptions | undefined;
  /** The config file's `models` and `prices`. */
  readonly models?: unknown;
  readonly prices?: unknown;
  /** Keys, addresses, proxies and cache folder; default `process.env`. */
  readonly environment?: Environment | undefined;
  /** What relative paths refer to. */
  readonly cwd?: string | undefined;
  /** Only to describe requests: no key is needed, nothing is started. */
  readonly isDryRun?: boolean | undefined;
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
  /** Told what was found out about a server that the user should know. */
  readonly onNotice?: ((sentence: string) => void) | undefined;
  readonly fetch?: Fetch | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: (() => number) | undefined;
}

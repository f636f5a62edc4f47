import type { Clock } from '../util/clock.ts';
import type { Variables } from './http-fetch.ts';
import type { Fetch } from './patch-fetch.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { VllmOptions } from './vllm-server.ts';
import type { RetryEvent } from './with-retry.ts';

export interface ResolveModelOptions {
  /** The original's word for the provider; the name is then just the model's. */
  readonly backend?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** A base model, which completes the raw prompt. */
  readonly directCompletion?: boolean | undefined;
  readonly requestProfile?: string | undefined;
  /** Maximum concurrent calls. */
  readonly concurrency?: number | undefined;
  /** Maximum requests and tokens per minute. */
  readonly rpm?: number | undefined;
  readonly tpm?: number | undefined;
  /** What was learned about pace, by provider and address: models that share a provider share its limits. */
  readonly limiters?: Map<string, RateLimiter> | undefined;
  readonly requestTimeoutMs?: number | undefined;
  /** Concurrent answers of a model in this process. */
  readonly localBatch?: number | undefined;
  /** How to start a vLLM server if none is given. */
  readonly vllm?: VllmOptions | undefined;
  /** The config file's `models` and `prices`. */
  readonly models?: unknown;
  readonly prices?: unknown;
  /** Keys, addresses, proxies and cache folder; default `process.env`. */
  readonly variables?: Variables | undefined;
  /** The folder relative paths start from. */
  readonly cwd?: string | undefined;
  /** Only describe requests: no key is needed, nothing is started. */
  readonly isDryRun?: boolean | undefined;
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
  /** Called with what the user should know about a server. */
  readonly onNotice?: ((sentence: string) => void) | undefined;
  readonly fetch?: Fetch | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: (() => number) | undefined;
}

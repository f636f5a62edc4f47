import type { Clock } from '../util/clock.ts';
import type { Fetch, Variables } from '../util/http-fetch.ts';
import type { Capabilities } from './capabilities.ts';
import type { EngineOptions } from './model-server.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { RequestProfile } from './request-profiles.ts';
import type { RetryEvent } from './with-retry.ts';

/** What every kind of model is made of. */
export interface ModelInput {
  readonly modelId: string;
  readonly profile: RequestProfile;
  readonly capabilities: Capabilities;
  readonly options: ResolveModelOptions;
}

/** How to reach a model, how fast to ask it, and what a config file says about it. */
export interface ResolveModelOptions {
  /** The original's word for the provider; the name is then just the model's. */
  readonly backend?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** A base model, which completes the raw prompt. */
  readonly directCompletion?: boolean | undefined;
  readonly requestProfile?: string | undefined;
  readonly concurrency?: number | undefined;
  /** Maximum requests and tokens per minute. */
  readonly rpm?: number | undefined;
  readonly tpm?: number | undefined;
  /** What was learned about pace, by provider and address: models that share a provider share its limits. */
  readonly limiters?: Map<string, RateLimiter> | undefined;
  readonly requestTimeoutMs?: number | undefined;
  /** Of `command:` models: variables they get, and what they may read. */
  readonly agentEnv?: readonly string[] | undefined;
  readonly agentFiles?: readonly string[] | undefined;
  /** Concurrent answers of a model in this process, or in a process of its own. */
  readonly localBatch?: number | undefined;
  /** How to start a server for `vllm` and `hf` if none is given. */
  readonly engine?: EngineOptions | undefined;
  /** Path of a Python with torch and transformers, for `hf`; throws if there is none. */
  readonly findWeightsPython?: ((variables: Variables) => Promise<string>) | undefined;
  /** The config file's `models` and `prices`. */
  readonly models?: unknown;
  readonly prices?: unknown;
  /** Keys, addresses, proxies and cache folder; default `process.env`. */
  readonly variables?: Variables | undefined;
  /** The folder relative paths start from. */
  readonly cwd?: string | undefined;
  /** Ask a server of `vllm` or `hf` whether the model has a chat template: without one, it is a base model. */
  readonly findsKind?: boolean | undefined;
  /** Ends the wait for a server that starts. */
  readonly signal?: AbortSignal | undefined;
  /** Only describe requests: no key is needed, nothing is started. */
  readonly isDryRun?: boolean | undefined;
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
  /** Called with what the user should know about a server. */
  readonly onNotice?: ((sentence: string) => void) | undefined;
  readonly fetch?: Fetch | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: (() => number) | undefined;
}

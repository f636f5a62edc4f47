import type { Optional } from '../schema/optional.ts';
import type { RunRequest } from '../schema/run-request.ts';
import type { Clock } from '../util/clock.ts';
import type { Fetch, Variables } from '../util/http-fetch.ts';
import type { Capabilities } from './capabilities.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { RequestProfile } from './request-profiles.ts';
import type { RetryEvent } from './with-retry.ts';

export interface ModelInput {
  readonly modelId: string;
  readonly profile: RequestProfile;
  readonly capabilities: Capabilities;
  readonly options: ResolveModelOptions;
}

/** How to reach a model, how fast to ask it, and what a config file says about it; much of it as a run's options. */
export interface ResolveModelOptions
  extends Optional<
    Pick<
      RunRequest,
      | ('backend' | 'baseUrl' | 'directCompletion' | 'requestProfile' | 'concurrency' | 'rpm' | 'tpm')
      | ('agentEnv' | 'agentFiles' | 'localBatch' | 'models' | 'prices')
      // What agents must not see; what they printed is kept in the last.
      | ('subset' | 'datasetVersion' | 'out')
      // How a server is started for `vllm` and `hf` if none is given.
      | ('tp' | 'maxModelLen' | 'revision' | 'loraPath' | 'trustRemoteCode' | 'tokenizerName' | 'tokenizerLegacy')
      | ('dtype' | 'device' | 'attnImplementation')
    >
  > {
  /** What was learned about pace, by provider and address: models that share a provider share its limits. */
  readonly limiters?: Map<string, RateLimiter> | undefined;
  readonly requestTimeoutMs?: number | undefined;
  /** Path of a Python with torch and transformers, for `hf`; throws if there is none. */
  readonly findWeightsPython?: ((variables: Variables) => Promise<string>) | undefined;
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

import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { systemClock } from './clock.ts';

export interface RetryOptions {
  readonly attempts: number;
  /** The longest first delay; it doubles each time. */
  readonly baseDelayMs: number;
  /** If a server asks for a longer delay, give up. */
  readonly maxDelayMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly random?: () => number;
  readonly sleep?: (delayMs: number, signal: AbortSignal | undefined) => Promise<unknown>;
}

/** Retries what fails with a retryable `BigCodeBenchError`: bounded, jittered, minding `retryAfterMs` and aborts. */
export async function retry<Result>(operation: () => Promise<Result>, options: RetryOptions): Promise<Result> {
  const { attempts, baseDelayMs, maxDelayMs, signal, random = Math.random, sleep = systemClock.sleep } = options;
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted();
    try {
      return await operation();
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof BigCodeBenchError) || !error.isRetryable || attempt >= attempts) throw error;
      const askedMs = typeof error.data.retryAfterMs === 'number' ? error.data.retryAfterMs : 0;
      if (askedMs > maxDelayMs) throw error;
      const backoffMs = Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1)) * (0.5 + random() / 2);
      await sleep(Math.max(askedMs, backoffMs), signal);
    }
  }
}

import { setTimeout } from 'node:timers/promises';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';

export interface RetryOptions {
  /** How often the operation is tried in all. */
  readonly attempts: number;
  /** Longest first wait; it doubles each time. */
  readonly baseDelayMs: number;
  /** A server that asks for a longer wait is not waited for. */
  readonly maxDelayMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly random?: () => number;
  readonly sleep?: (delayMs: number, signal: AbortSignal | undefined) => Promise<unknown>;
}

/**
 * Tries again what failed with a retryable `BigCodeBenchError`: bounded, jittered, at least as long as its
 * `retryAfterMs` asks for, never after an abort. The last error is thrown as it is.
 */
export async function retry<Result>(operation: () => Promise<Result>, options: RetryOptions): Promise<Result> {
  const { attempts, baseDelayMs, maxDelayMs, signal, random = Math.random, sleep = wait } = options;
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

async function wait(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await setTimeout(delayMs, undefined, signal ? { signal } : {});
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

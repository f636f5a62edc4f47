import { textsOf } from '../schema/prompt.ts';
import { abortWith } from '../util/abort-with.ts';
import { type Clock, systemClock } from '../util/clock.ts';
import { readPauseMs } from '../util/rate-limit-headers.ts';
import type { Model, ModelCallOptions, ModelRequest } from './model.ts';
import { ProviderError } from './provider-error.ts';
import type { Permit, RateLimiter } from './rate-limiter.ts';

export interface RetryEvent {
  readonly taskId: string;
  readonly attempt: number;
  readonly delayMs: number;
  readonly error: ProviderError;
}

export interface RetryOptions {
  readonly limiter: RateLimiter;
  readonly requestTimeoutMs: number;
  /** Who did not answer when a call takes longer than that, and what to do about it. */
  readonly name: string;
  readonly advice?: string;
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: (() => number) | undefined;
}

/** Attempts per call. If a provider asks us to wait, there are more. */
const attempts = { usual: 6, slowedDown: 30 };
const delayMs = { first: 1000, longest: 60_000, longestAsked: 600_000 };

/** The only place that retries calls to a provider: bounded, jittered, and only if the error says it may help. */
export function withRetry(model: Model, options: RetryOptions): Model {
  const { limiter, clock = systemClock, random = Math.random, requestTimeoutMs, name } = options;
  const late = `${name} did not answer within ${requestTimeoutMs / 1000} s: ${options.advice ?? 'raise requestTimeoutMs'}.`;

  const callOnce = async (request: ModelRequest, call: ModelCallOptions, permit: Permit) => {
    let pauseMs = 0;
    const onHeaders = (headers: Readonly<Record<string, string>>) => {
      pauseMs = readPauseMs(headers, clock.now());
      call.onHeaders?.(headers);
    };
    call.signal?.throwIfAborted();
    const controller = new AbortController();
    using _aborting = abortWith(controller, call.signal);
    const cancelTimer = clock.setTimer(requestTimeoutMs, () => controller.abort(new ProviderError('timeout', late)));
    try {
      const answers = await model.answer(request, { ...call, signal: controller.signal, onHeaders });
      const usage = answers[0]?.usage;
      const tokens = usage && (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
      permit.succeed({ tokens, pauseMs });
      return answers;
    } catch (thrown) {
      const error = controller.signal.aborted ? controller.signal.reason : thrown;
      if (error instanceof ProviderError && error.slowsDown) permit.reject({ retryAfterMs: error.retryAfterMs });
      throw error;
    } finally {
      cancelTimer();
    }
  };

  const answer: Model['answer'] = async (request, call = {}) => {
    for (let attempt = 1; ; attempt++) {
      const stop = call.stopSignal ?? call.signal;
      const permit = await limiter.acquire({ tokens: estimateTokens(request), signal: stop });
      try {
        return await callOnce(request, call, permit);
      } catch (error) {
        // The caller may stop everything because of this error, so it learns of it before the slot goes to the next call.
        setImmediate(() => permit.release());
        if (!(error instanceof ProviderError) || stop?.aborted) throw error;
        const waitMs = delayBefore(attempt, error, random);
        if (waitMs === undefined) throw error;
        options.onRetry?.({ taskId: request.task.id, attempt, delayMs: waitMs, error });
        await clock.sleep(waitMs, stop);
      }
    }
  };
  return { ...model, maxConcurrency: limiter.maxConcurrency, answer };
}

/** Undefined if there is no further attempt, or the provider asks for a longer wait than we accept. */
function delayBefore(attempt: number, error: ProviderError, random: () => number): number | undefined {
  const { fault, isRetryable, retryAfterMs: asked } = error;
  const most = fault === 'rate-limit' || fault === 'overloaded' ? attempts.slowedDown : attempts.usual;
  if (!isRetryable || attempt >= most) return undefined;
  if (asked !== undefined && asked > delayMs.longestAsked) return undefined;
  const backoff = Math.min(delayMs.longest, delayMs.first * 2 ** (attempt - 1)) * (0.5 + random() / 2);
  return asked === undefined ? backoff : asked + random() * delayMs.first;
}

/** Roughly four characters per token, plus half of what an answer may take. */
function estimateTokens({ prompt, parameters, samples }: ModelRequest): number {
  return Math.ceil(textsOf(prompt).join('').length / 4 + (samples.length * parameters.maxNewTokens) / 2);
}

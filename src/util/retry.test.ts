import { describe, expect, test } from 'vitest';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { type RetryOptions, retry } from './retry.ts';

function setUp(changes: Partial<RetryOptions> = {}) {
  const sleeps: number[] = [];
  const options: RetryOptions = {
    attempts: 4,
    baseDelayMs: 100,
    maxDelayMs: 1000,
    random: () => 1,
    sleep: async (delayMs) => void sleeps.push(delayMs),
    ...changes,
  };
  return { sleeps, options };
}

const passing = (data: Record<string, unknown> = {}) =>
  new BigCodeBenchError('NETWORK', 'gone', { isRetryable: true, data });

/** Throws these one after the other, then gives 'done'. */
function failing(...errors: unknown[]): () => Promise<string> {
  return async () => {
    if (errors.length > 0) throw errors.shift();
    return 'done';
  };
}

describe('retry', () => {
  test('doubles its wait and gives the result', async () => {
    const { sleeps, options } = setUp();
    expect(await retry(failing(passing(), passing(), passing()), options)).toBe('done');
    expect(sleeps).toEqual([100, 200, 400]);
  });

  test('is bounded and throws the last error as it is', async () => {
    const { sleeps, options } = setUp();
    const last = passing();
    await expect(retry(failing(passing(), passing(), passing(), last), options)).rejects.toBe(last);
    expect(sleeps.length).toBe(3);
  });

  test('waits at least as long as asked, but not for ever', async () => {
    const { sleeps, options } = setUp();
    expect(await retry(failing(passing({ retryAfterMs: 900 })), options)).toBe('done');
    expect(sleeps).toEqual([900]);
    const tooLong = passing({ retryAfterMs: 1001 });
    await expect(retry(failing(tooLong), options)).rejects.toBe(tooLong);
  });

  test('never repeats what is not retryable', async () => {
    const { sleeps, options } = setUp();
    for (const error of [new BigCodeBenchError('DATASET', 'bad'), new TypeError('bug')]) {
      await expect(retry(failing(error), options)).rejects.toBe(error);
    }
    expect(sleeps).toEqual([]);
  });

  test('an abort ends the wait with its reason', async () => {
    const controller = new AbortController();
    const { sleep: _, ...options } = setUp({ signal: controller.signal, baseDelayMs: 1000 }).options;
    const work = retry(failing(passing()), options);
    controller.abort(new Error('enough'));
    await expect(work).rejects.toThrow('enough');
  });
});

import { describe, expect, test } from 'vitest';
import { readPauseMs, readRetryAfterMs } from './rate-limit-headers.ts';

const nowMs = Date.parse('2026-01-01T00:00:00Z');

describe('readRetryAfterMs', () => {
  test.each([
    [{ 'retry-after': '20' }, 20_000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'Thu, 01 Jan 2025 00:00:30 GMT' }, 0],
    [{ 'retry-after-ms': '1500', 'retry-after': '99' }, 1500],
    [{ 'retry-after': 'soon' }, undefined],
    [{}, undefined],
  ])('%j → %s', (headers, expected) => {
    expect(readRetryAfterMs(headers as Record<string, string>, nowMs)).toBe(expected);
  });
});

describe('readPauseMs', () => {
  test.each([
    [{ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '6m0s' }, 360_000],
    [{ 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '120ms' }, 120],
    [{ 'x-ratelimit-remaining-requests': '59', 'x-ratelimit-reset-requests': '1s' }, 0],
    [
      {
        'anthropic-ratelimit-tokens-remaining': '0',
        'anthropic-ratelimit-tokens-reset': '2026-01-01T00:00:10Z',
        'anthropic-ratelimit-requests-remaining': '0',
        'anthropic-ratelimit-requests-reset': '2026-01-01T00:00:05Z',
      },
      10_000,
    ],
    [{ 'ratelimit-remaining': '0', 'ratelimit-reset': '12' }, 12_000],
    [{ 'x-ratelimit-remaining-requests': '0' }, 0],
    [{}, 0],
  ])('%j → %i', (headers, expected) => {
    expect(readPauseMs(headers as unknown as Record<string, string>, nowMs)).toBe(expected);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRepetitionWatch } from './local-model.ts';

function firstLoopAt(tokens: readonly number[]): number {
  const isLoop = createRepetitionWatch();
  return tokens.findIndex((token) => isLoop(token));
}

describe('createRepetitionWatch', () => {
  test('any stretch of up to 96 tokens, said over and over, is a loop', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 96 }), fc.integer({ min: 0, max: 50 }), (period, before) => {
        const start = Array.from({ length: before }, (_, at) => 1000 + at);
        const stretch = Array.from({ length: period }, (_, at) => at);
        const tokens = [...start, ...Array.from({ length: 600 }, (_, at) => stretch[at % period] ?? 0)];
        const at = firstLoopAt(tokens);
        expect(at).toBeGreaterThan(before + 191);
        expect(at).toBeLessThan(before + period + Math.max(192, 4 * period) + 1);
      }),
    );
  });

  test('text that does not repeat is none, however long', () => {
    expect(firstLoopAt(Array.from({ length: 5000 }, (_, at) => at % 97))).toBe(-1);
    expect(firstLoopAt(Array.from({ length: 5000 }, (_, at) => (at * at) % 1009))).toBe(-1);
    expect(firstLoopAt(new Array(190).fill(7))).toBe(-1);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adjustBenjaminiHochberg, adjustHolm } from './adjust-p.ts';

const pValues = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 });

describe('adjustHolm', () => {
  test('agrees with the textbook', () => {
    expect(adjustHolm([0.01, 0.04, 0.03, 0.005]).map((p) => Number(p.toFixed(4)))).toEqual([0.03, 0.06, 0.06, 0.02]);
  });

  test('rejects what the step-down rule rejects, at any level', () => {
    fc.assert(
      fc.property(pValues, fc.double({ min: 0.001, max: 0.5, noNaN: true }), (values, level) => {
        const adjusted = adjustHolm(values);
        const sorted = [...values].sort((a, b) => a - b);
        const firstKept = sorted.findIndex((p, at) => p * (values.length - at) > level);
        const rejected = firstKept < 0 ? sorted.length : firstKept;
        expect(adjusted.filter((p) => p <= level)).toHaveLength(rejected);
      }),
    );
  });
});

describe('adjustBenjaminiHochberg', () => {
  test('agrees with the textbook', () => {
    expect(adjustBenjaminiHochberg([0.01, 0.04, 0.03, 0.005]).map((p) => Number(p.toFixed(4)))).toEqual([
      0.02, 0.04, 0.04, 0.02,
    ]);
  });

  test('rejects what the step-up rule rejects, and never more than Holm would keep', () => {
    fc.assert(
      fc.property(pValues, fc.double({ min: 0.001, max: 0.5, noNaN: true }), (values, level) => {
        const adjusted = adjustBenjaminiHochberg(values);
        const sorted = [...values].sort((a, b) => a - b);
        const lastRejected = sorted.findLastIndex((p, at) => (p * values.length) / (at + 1) <= level);
        expect(adjusted.filter((p) => p <= level)).toHaveLength(lastRejected + 1);
        for (const [at, p] of adjustHolm(values).entries()) expect(adjusted[at]).toBeLessThanOrEqual(p * (1 + 1e-12));
      }),
    );
  });
});

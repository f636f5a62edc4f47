import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../util/random.ts';
import { bootstrapInterval, estimateMean, wilsonInterval } from './estimate.ts';

const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 60 });

describe('estimateMean', () => {
  test('agrees with the textbook on a small case', () => {
    const { value, standardError, wilson } = estimateMean([1, 0, 1, 1], { wilson: true });
    expect(value).toBe(0.75);
    expect(standardError).toBeCloseTo(0.25, 12);
    // Independent trials: 3 of 4 by the closed formula.
    expect(wilson?.[0]).toBeCloseTo(0.3006, 4);
    expect(wilson?.[1]).toBeCloseTo(0.9544, 4);
  });

  test('its interval holds the value and lies in [0, 1]', () => {
    fc.assert(
      fc.property(shares, (values) => {
        const { value, interval } = estimateMean(values);
        const [low, high] = interval;
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(value + 1e-9);
        expect(high).toBeGreaterThanOrEqual(value - 1e-9);
      }),
      { numRuns: 40 },
    );
  });

  test('is not certain because all tasks agree', () => {
    // 3.84 is the square of 1.96: none of 8 leaves up to 3.84 / (8 + 3.84).
    expect(estimateMean(Array(8).fill(0)).interval[1]).toBeCloseTo(0.3244, 4);
    const all = estimateMean(Array(50).fill(1), { wilson: true });
    expect(all.interval[0]).toBeCloseTo(0.9287, 4);
    expect(all.interval).toEqual(all.wilson);
    const mixed = [0, 1, 1, 0, 1];
    expect(estimateMean(mixed).interval).toEqual(bootstrapInterval(mixed));
  });

  test('does not depend on when it is asked', () => {
    const values = [0, 1, 1, 0, 0.5, 1];
    expect(estimateMean(values)).toEqual(estimateMean(values));
  });

  test('its bootstrap interval is about as wide as the standard error says', () => {
    const random = createRandom(7);
    const values = Array.from({ length: 1140 }, () => (random() < 0.5 ? 1 : 0));
    const { standardError } = estimateMean(values);
    const [low, high] = bootstrapInterval(values);
    expect((high - low) / (2 * 1.96 * standardError)).toBeCloseTo(1, 1);
  });
});

describe('wilsonInterval', () => {
  test('covers the true share in about 95 of 100 experiments', () => {
    const random = createRandom(11);
    for (const share of [0.05, 0.3, 0.5, 0.9]) {
      let covered = 0;
      const experiments = 2000;
      for (let experiment = 0; experiment < experiments; experiment++) {
        let passed = 0;
        for (let trial = 0; trial < 148; trial++) if (random() < share) passed++;
        const [low, high] = wilsonInterval(passed / 148, 148);
        if (low <= share && share <= high) covered++;
      }
      expect(covered / experiments).toBeGreaterThan(0.93);
      expect(covered / experiments).toBeLessThan(0.98);
    }
  });

  test('never leaves [0, 1], also at the ends', () => {
    expect(wilsonInterval(0, 10)[0]).toBe(0);
    expect(wilsonInterval(1, 10)[1]).toBeCloseTo(1, 12);
    expect(wilsonInterval(1, 10)[1]).toBeLessThanOrEqual(1);
    expect(wilsonInterval(0, 0)).toEqual([0, 1]);
  });
});

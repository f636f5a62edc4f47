import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateCorrelations } from './correlation.ts';

const valuesOf = (a: readonly number[], b: readonly number[]) => estimateCorrelations(a, b).map(({ value }) => value);

/** Anscombe's first set: r = 0.81642, ρ = 0.81818. */
const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5];
const y = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];

describe('correlations', () => {
  it('are those of a known table', () => {
    const [pearson, spearman] = valuesOf(x, y);
    expect(pearson).toBeCloseTo(0.81642, 5);
    expect(spearman).toBeCloseTo(0.81818, 5);
  });

  it('of ranks share the places of equal values', () => {
    // scipy.stats.spearmanr([1, 2, 2, 4], [1, 3, 2, 2])
    expect(valuesOf([1, 2, 2, 4], [1, 3, 2, 2])[1]).toBeCloseTo(0.5, 10);
  });

  it('of ranks depend on the order alone', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: -50, max: 50 }), { minLength: 3, maxLength: 12 }), (values) => {
        const grown = values.map((value) => Math.exp(value / 10));
        expect(valuesOf(values, grown)[1]).toBeCloseTo(1, 10);
        expect(
          valuesOf(
            values,
            values.map((value) => -(value ** 3)),
          )[1],
        ).toBeCloseTo(-1, 10);
      }),
      { numRuns: 20 },
    );
  });
});

describe('estimateCorrelations', () => {
  it('holds each value in an interval that is always the same', () => {
    const found = estimateCorrelations(x, y);
    expect(found).toEqual(estimateCorrelations(x, y));
    expect(found.map(({ name }) => name)).toEqual(['Pearson', 'Spearman']);
    for (const { value, interval } of found) {
      expect(value).toBeCloseTo(0.817, 2);
      expect(interval[0]).toBeLessThan(value);
      expect(interval[1]).toBeGreaterThan(value);
      expect(interval[1]).toBeLessThanOrEqual(1);
    }
  });

  it('says nothing of two pairs, nor of a side that does not vary', () => {
    expect(estimateCorrelations([1, 2], [2, 1])).toEqual([]);
    expect(estimateCorrelations([0.1, 0.1, 0.1], [1, 2, 3])).toEqual([]);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createEvidence } from './decide.ts';

/** Every way to draw all of these values, one after the other. */
function* orders(values: readonly number[]): Generator<readonly number[]> {
  if (values.length === 0) yield [];
  for (const [at, value] of values.entries()) {
    for (const rest of orders(values.toSpliced(at, 1))) yield [value, ...rest];
  }
}

const shares = fc.constantFrom(-1, -0.5, 0, 0.5, 1);

describe('createEvidence', () => {
  test('grows with values above the bound and shrinks with those below', () => {
    const evidence = createEvidence({ bound: 0, total: 100 });
    expect(evidence.value).toBe(1);
    evidence.add([1, 1, 1]);
    expect(evidence.value).toBeGreaterThan(2);
    const before = evidence.value;
    evidence.add([-1]);
    expect(evidence.value).toBeLessThan(before);
    evidence.add([0]);
    expect(evidence.value).toBeLessThan(before);
  });

  test('is not expected to grow, whatever a population without a gain and whenever one stops', () => {
    fc.assert(
      fc.property(
        fc.array(shares, { minLength: 2, maxLength: 6 }),
        fc.constantFrom(0, -0.2),
        fc.double({ min: 1.01, max: 3, noNaN: true }),
        (drawn, bound, stop) => {
          const mean = drawn.reduce((sum: number, value) => sum + value, 0) / drawn.length;
          fc.pre(mean <= bound);
          let expected = 0;
          let count = 0;
          for (const order of orders(drawn)) {
            const evidence = createEvidence({ bound, total: drawn.length });
            // Stops as soon as it has reached what it hopes for.
            for (const value of order) if (evidence.value < stop) evidence.add([value]);
            expected += evidence.value;
            count++;
          }
          expect(expected / count).toBeLessThanOrEqual(1 + 1e-12);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('is not expected to grow over blocks of one task of each stratum either', () => {
    fc.assert(
      fc.property(fc.array(shares, { minLength: 6, maxLength: 6 }), (drawn) => {
        fc.pre(drawn.reduce((sum: number, value) => sum + value, 0) <= 0);
        const strata = [drawn.slice(0, 3), drawn.slice(3)];
        let expected = 0;
        for (const first of orders(strata[0] ?? [])) {
          for (const second of orders(strata[1] ?? [])) {
            const evidence = createEvidence({ bound: 0, total: 6 });
            for (let at = 0; at < 3 && evidence.value < 1.3; at++) evidence.add([first[at] ?? 0, second[at] ?? 0]);
            expected += evidence.value / 36;
          }
        }
        expect(expected).toBeLessThanOrEqual(1 + 1e-12);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { passAtK, passHatK } from './pass-at-k.ts';

function binomial(n: bigint, k: bigint): bigint {
  if (k < 0n || k > n) return 0n;
  let result = 1n;
  for (let i = 0n; i < k; i++) result = (result * (n - i)) / (i + 1n);
  return result;
}

/** The ratio of two whole numbers to 15 digits, without ever rounding them. */
function ratio(numerator: bigint, denominator: bigint): number {
  return Number((numerator * 10n ** 18n) / denominator) / 1e18;
}

const cases = fc.integer({ min: 1, max: 2000 }).chain((samples) =>
  fc.record({
    samples: fc.constant(samples),
    passed: fc.integer({ min: 0, max: samples }),
    k: fc.integer({ min: 1, max: samples }),
  }),
);

describe('passAtK and passHatK', () => {
  test('agree with exact binomials', () => {
    fc.assert(
      fc.property(cases, ({ samples, passed, k }) => {
        const [n, c, exactK] = [BigInt(samples), BigInt(passed), BigInt(k)];
        const all = binomial(n, exactK);
        expect(passAtK({ samples, passed }, k)).toBeCloseTo(ratio(all - binomial(n - c, exactK), all), 10);
        expect(passHatK({ samples, passed }, k)).toBeCloseTo(ratio(binomial(c, exactK), all), 10);
      }),
      { numRuns: 200 },
    );
  });

  test('are the plain share at k = 1, and bound each other', () => {
    fc.assert(
      fc.property(cases, ({ samples, passed, k }) => {
        expect(passAtK({ samples, passed }, 1)).toBeCloseTo(passed / samples, 12);
        expect(passHatK({ samples, passed }, 1)).toBeCloseTo(passed / samples, 12);
        expect(passHatK({ samples, passed }, k)).toBeLessThanOrEqual(passAtK({ samples, passed }, k) + 1e-12);
      }),
    );
  });

  test('stay finite for a million samples', () => {
    expect(passAtK({ samples: 1_000_000, passed: 500_000 }, 1000)).toBeCloseTo(1, 12);
    expect(passAtK({ samples: 1_000_000, passed: 1 }, 500_000)).toBeCloseTo(0.5, 9);
  });
});

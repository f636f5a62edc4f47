import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { smallestSignificantSplit, testMcNemar, testSignFlip } from './compare-paired.ts';

function exactP(onlyA: number, onlyB: number): number {
  const n = BigInt(onlyA + onlyB);
  let term = 1n;
  let tail = 0n;
  for (let k = 0n; k <= BigInt(Math.min(onlyA, onlyB)); k++) {
    tail += term;
    term = (term * (n - k)) / (k + 1n);
  }
  return Math.min(1, Number((2n * tail * 10n ** 18n) / 2n ** n) / 1e18);
}

const counts = fc.integer({ min: 0, max: 400 });

describe('testMcNemar', () => {
  test('agrees with exact whole numbers', () => {
    fc.assert(
      fc.property(counts, counts, (onlyA, onlyB) => {
        expect(testMcNemar(onlyA, onlyB)).toBeCloseTo(exactP(onlyA, onlyB), 10);
        expect(testMcNemar(onlyA, onlyB)).toBe(testMcNemar(onlyB, onlyA));
      }),
    );
  });

  test('says 1 where nothing differs, and stays positive where everything does', () => {
    expect(testMcNemar(0, 0)).toBe(1);
    expect(testMcNemar(7, 7)).toBe(1);
    expect(testMcNemar(0, 30)).toBeCloseTo(2 ** -29, 20);
  });
});

describe('smallestSignificantSplit', () => {
  test('is the border between significant and not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 6, max: 500 }), (discordant) => {
        const split = smallestSignificantSplit(discordant, 0.05);
        const smaller = (discordant - split) / 2;
        expect(testMcNemar(smaller, discordant - smaller)).toBeLessThan(0.05);
        if (split >= 2) expect(testMcNemar(smaller + 1, discordant - smaller - 1)).toBeGreaterThanOrEqual(0.05);
      }),
    );
  });

  test('needs six tasks, all on one side, where there are fewer', () => {
    for (const discordant of [0, 1, 5]) expect(smallestSignificantSplit(discordant, 0.05)).toBe(6);
  });
});

describe('testSignFlip', () => {
  test('tries every choice of signs where there are few: then it is McNemar on whole differences', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }), (onlyA, onlyB) => {
        const differences = Float64Array.from([...Array(onlyA).fill(-1), ...Array(onlyB).fill(1), 0, 0]);
        expect(testSignFlip(differences)).toBeCloseTo(testMcNemar(onlyA, onlyB), 12);
      }),
    );
  });

  test('draws signs where there are many, and comes close', () => {
    const differences = Float64Array.from([...Array(70).fill(-1), ...Array(100).fill(1)]);
    expect(testSignFlip(differences)).toBeCloseTo(testMcNemar(70, 100), 1.9);
    expect(testSignFlip(differences)).toBe(testSignFlip(differences));
    expect(testSignFlip(differences.map((value) => -value))).toBe(testSignFlip(differences));
  });

  test('counts sums that are equal but for rounding as equal', () => {
    const thirds = Float64Array.from([0.1, 0.2, -0.3]);
    expect(testSignFlip(thirds)).toBe(1);
  });
});

import { describe, expect, test } from 'vitest';
import { createRandom } from '../util/random.ts';
import { drawBinomial } from './binomial-sampler.ts';
import { logChoose } from './log-factorial.ts';

const draws = 40_000;

function chanceOf(count: number, trials: number, probability: number): number {
  return Math.exp(
    logChoose(trials, count) + count * Math.log(probability) + (trials - count) * Math.log1p(-probability),
  );
}

describe('drawBinomial', () => {
  test.each([
    [7, 0.3],
    [1140, 0.004],
    [148, 0.5],
    [1140, 0.31],
    [1140, 0.93],
    [3_700_000, 0.00005],
  ])('draws counts as often as they should come (%i trials, %f)', (trials, probability) => {
    const random = createRandom(1);
    const seen = new Map<number, number>();
    for (let at = 0; at < draws; at++) {
      const count = drawBinomial(random, trials, probability);
      seen.set(count, (seen.get(count) ?? 0) + 1);
    }
    expect(Math.min(...seen.keys())).toBeGreaterThanOrEqual(0);
    expect(Math.max(...seen.keys())).toBeLessThanOrEqual(trials);
    let square = 0;
    let cells = 0;
    let rest = draws;
    let restExpected = draws;
    for (const count of [...seen.keys()].sort((a, b) => a - b)) {
      const expected = draws * chanceOf(count, trials, probability);
      if (expected < 10) continue;
      square += ((seen.get(count) ?? 0) - expected) ** 2 / expected;
      rest -= seen.get(count) ?? 0;
      restExpected -= expected;
      cells++;
    }
    if (restExpected > 5) square += (rest - restExpected) ** 2 / restExpected;
    // Chi-square with `cells` degrees of freedom: four deviations above its mean.
    expect(square).toBeLessThan(cells + 4 * Math.sqrt(2 * cells));
  });

  test('knows the certain cases', () => {
    const certain = [
      [0, 0.5],
      [9, 0],
      [9, 1],
    ] as const;
    expect(certain.map(([trials, probability]) => drawBinomial(createRandom(1), trials, probability))).toEqual([
      0, 0, 9,
    ]);
  });
});

describe('logChoose', () => {
  test('agrees with exact whole numbers', () => {
    for (const [n, k] of [
      [5, 2],
      [30, 15],
      [148, 74],
      [1140, 3],
    ] as const) {
      let exact = 1n;
      for (let i = 0n; i < BigInt(k); i++) exact = (exact * (BigInt(n) - i)) / (i + 1n);
      const digits = exact.toString();
      const log = Math.log(Number(`0.${digits}`)) + digits.length * Math.LN10;
      expect(logChoose(n, k)).toBeCloseTo(log, 9);
    }
  });
});

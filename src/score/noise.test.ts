import { describe, expect, test } from 'vitest';
import { createRandom } from '../util/random.ts';
import { selfConsistency, splitNoise } from './noise.ts';
import type { Tally } from './pass-at-k.ts';

function draw(shares: readonly number[], samples: number, seed: number): Tally[] {
  const random = createRandom(seed);
  return shares.map((share) => {
    let passed = 0;
    for (let at = 0; at < samples; at++) if (random() < share) passed++;
    return { samples, passed };
  });
}

const valuesOf = (tallies: readonly Tally[]) => Float64Array.from(tallies, ({ samples, passed }) => passed / samples);

describe('splitNoise', () => {
  test('finds no sampling noise in a model that always does the same', () => {
    const tallies = draw([0, 1, 1, 0, 1], 8, 1);
    expect(splitNoise(valuesOf(tallies), [tallies])).toMatchObject({ sampling: 0, hint: 'more tasks' });
  });

  test('finds no task noise where all tasks are alike', () => {
    const tallies = draw(Array(2000).fill(0.5), 4, 2);
    const split = splitNoise(valuesOf(tallies), [tallies]);
    expect(split?.hint).toBe('more samples');
    expect(split?.sampling ?? 0).toBeCloseTo(Math.sqrt(0.25 / 4 / 2000), 3);
    expect(split?.tasks ?? 1).toBeLessThan(0.002);
  });

  test('gets both right where both are there', () => {
    const random = createRandom(3);
    const shares = Array.from({ length: 3000 }, () => 0.2 + 0.6 * random());
    const tallies = draw(shares, 5, 4);
    const split = splitNoise(valuesOf(tallies), [tallies]);
    // A uniform share on [0.2, 0.8] has variance 0.03, and share · (1 − share) a mean of 0.22.
    expect((split?.tasks ?? 0) ** 2 * 3000).toBeCloseTo(0.03, 2);
    expect((split?.sampling ?? 0) ** 2 * 3000).toBeCloseTo(0.22 / 5, 2);
    expect((split?.tasks ?? 0) ** 2 + (split?.sampling ?? 0) ** 2).toBeCloseTo((split?.total ?? 0) ** 2, 12);
  });

  test('cannot split single samples', () => {
    const tallies = draw([0.5, 0.5], 1, 1);
    expect(splitNoise(valuesOf(tallies), [tallies])).toBeUndefined();
  });
});

describe('selfConsistency', () => {
  test('is the share of pairs of samples that agree', () => {
    expect(selfConsistency([{ samples: 4, passed: 4 }])).toBe(1);
    expect(selfConsistency([{ samples: 4, passed: 2 }])).toBeCloseTo(1 / 3, 12);
    expect(selfConsistency([{ samples: 1, passed: 1 }])).toBeUndefined();
  });
});

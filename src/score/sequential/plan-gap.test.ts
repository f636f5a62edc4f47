import { describe, expect, test } from 'vitest';
import { findGap, type PlannedPair, planFixed, planSequential } from './plan-gap.ts';

const pair: PlannedPair = { gap: 0.1, discordance: 0.26, chance: 0.5, samples: 1, alpha: 0.05, power: 0.8 };

describe('planFixed', () => {
  test('is the sample size of a paired test', () => {
    // (1.959964 · √0.26 + 0.841621 · √0.25)² / 0.01
    expect(planFixed(pair)).toBe(202);
    expect(planFixed({ ...pair, power: 0.9 })).toBeGreaterThan(202);
    expect(planFixed({ ...pair, gap: 0.03 })).toBeGreaterThan(2000);
  });

  test('takes fewer tasks with several samples, as far as answers differ by chance', () => {
    expect(planFixed({ ...pair, samples: 5, chance: 0 })).toBe(planFixed(pair));
    const [some, all] = [0.5, 1].map((chance) => planFixed({ ...pair, samples: 5, chance }));
    expect(some).toBeLessThan(202);
    expect(all).toBeLessThan(Number(some));
  });
});

describe('planSequential', () => {
  test('takes fewer tasks on average when the gap is large, and cannot find a small one', () => {
    const large = planSequential({ ...pair, gap: 0.25, discordance: 0.34 }, { total: 1140 });
    expect(large.decided).toBe(1);
    expect(large.median).toBeLessThan(80);
    expect(large.p90).toBeGreaterThan(large.median);
    expect(planSequential({ ...pair, gap: 0.02, discordance: 0.24 }, { total: 1140 }).decided).toBeLessThan(0.3);
  });

  test('stops where it must', () => {
    const { mean, decided } = planSequential({ ...pair, gap: 0.03 }, { total: 1140, most: 41 });
    expect(mean).toBeLessThanOrEqual(41);
    expect(decided).toBeLessThan(0.2);
  });
});

test('findGap finds where something begins to hold', () => {
  expect(findGap((gap) => gap >= 0.07)).toBeCloseTo(0.07, 2);
});

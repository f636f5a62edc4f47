import { describe, expect, test } from 'vitest';
import { createRandom } from '../util/random.ts';
import { estimateFull, partialReach } from './full-estimate.ts';

describe('estimateFull', () => {
  test('is the plain score when nothing is left', () => {
    const judged = [0.5, 1, 0].map((passed) => ({ difficulty: 0, passed }));
    expect(estimateFull({ judged, left: [] })).toBe(0.5);
  });

  test('is not fooled by tasks that are harder or easier than the rest', () => {
    const random = createRandom(1);
    const difficulties = Array.from({ length: 1140 }, () => 6 * random() - 3);
    for (const ability of [-1, 0, 1.5]) {
      const chance = (difficulty: number) => 1 / (1 + Math.exp(difficulty - ability));
      const truth = difficulties.reduce((sum, difficulty) => sum + chance(difficulty), 0) / difficulties.length;
      const hardest = difficulties.toSorted((a, b) => b - a);
      for (const order of [hardest, hardest.toReversed()]) {
        const judged = order
          .slice(0, 400)
          .map((difficulty) => ({ difficulty, passed: random() < chance(difficulty) ? 1 : 0 }));
        const estimate = estimateFull({ judged, left: order.slice(400) });
        expect(Math.abs(estimate - truth)).toBeLessThan(0.06);
      }
    }
  });
});

describe('partialReach', () => {
  test('shrinks with tasks and ends at nothing', () => {
    const error = { noise: 0.6, misfit: 0.01 };
    const reaches = [0, 1, 20, 150, 600, 1139, 1140].map((judged) => partialReach(judged, 1140, error));
    expect(reaches[0]).toBe(1);
    expect(reaches.at(-1)).toBe(0);
    expect(reaches.toSorted((a, b) => b - a)).toEqual(reaches);
  });
});

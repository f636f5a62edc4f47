import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../util/random.ts';
import { estimateMean } from '../estimate.ts';
import { interval95 } from '../values.ts';
import { assignTiers, rankRanges, rankScores, resampleScores, transpose } from './ranks.ts';

const drawRow = (tasks: number, share: number, random: () => number) =>
  Float64Array.from({ length: tasks }, () => (random() < share ? 1 : 0));

describe('rankScores', () => {
  test('counts who is better; equal scores share a rank', () => {
    expect([...rankScores(Float64Array.from([3, 5, 5, 1]))]).toEqual([3, 1, 1, 4]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 20 }), (scores) => {
        const expected = scores.map((score) => 1 + scores.filter((other) => other > score).length);
        expect([...rankScores(Float64Array.from(scores))]).toEqual(expected);
      }),
    );
  });
});

describe('resampleScores', () => {
  const random = createRandom(1);
  const rows = [0.7, 0.69, 0.3].map((share) => drawRow(400, share, random));
  const resampled = resampleScores(rows, 4000);

  test('gives each model the interval it would have alone', () => {
    for (const [model, own] of transpose(resampled).entries()) {
      const interval = interval95(own.sort());
      const alone = estimateMean([...(rows[model] ?? [])]).interval;
      expect(interval[0]).toBeCloseTo(alone[0], 1.9);
      expect(interval[1]).toBeCloseTo(alone[1], 1.9);
    }
  });

  test('leaves the order open where models are close, and not where they are far apart', () => {
    expect(rankRanges(resampled)).toEqual([
      [1, 2],
      [1, 2],
      [3, 3],
    ]);
  });
});

describe('assignTiers', () => {
  test('puts models together that cannot be told apart', () => {
    const random = createRandom(2);
    const rows = [0.3, 0.7, 0.71, 0.31, 0.05].map((share) => drawRow(800, share, random));
    expect(assignTiers(rows)).toEqual([2, 1, 1, 2, 3]);
  });

  test('is one tier where all are equal, or there is one task', () => {
    const row = Float64Array.from([1, 0, 1]);
    expect(assignTiers([row, row, row])).toEqual([1, 1, 1]);
    expect(assignTiers([[1], [0], [0]].map((values) => Float64Array.from(values)))).toEqual([1, 1, 1]);
    expect(assignTiers([])).toEqual([]);
  });

  test('takes shares of several samples too', () => {
    const random = createRandom(3);
    const shares = (share: number) =>
      Float64Array.from({ length: 400 }, () => Math.round(Math.min(1, Math.max(0, share + random() - 0.5)) * 10) / 10);
    expect(assignTiers([shares(0.7), shares(0.3), shares(0.7)])).toEqual([1, 2, 1]);
  });
});

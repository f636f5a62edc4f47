import { describe, expect, test } from 'vitest';
import { createRandom } from '../../util/random.ts';
import { resampleScores } from '../board/ranks.ts';
import { fightOverBenchmark, fightOverTasks, publishedRating, rateUpstream } from './elo-upstream.ts';
import { fitStrengths, rateByTasks, toRatings } from './fit-ratings.ts';

const random = createRandom(1);
const rows = [0.8, 0.6, 0.6, 0.3, 0.05].map((share) =>
  Float64Array.from({ length: 300 }, () => (random() < share ? 1 : 0)),
);

describe('fitStrengths', () => {
  test('solves the equation of two models', () => {
    // 75 of 100 games won: by symmetry the strengths are x and −x with 75 − 100 σ(2x) = x / ln² 10.
    const strengths = fitStrengths({
      models: 2,
      games: Float64Array.from([0, 100, 100, 0]),
      points: Float64Array.from([75, 25]),
    });
    const x = strengths[0] ?? 0;
    expect(strengths[1]).toBeCloseTo(-x, 9);
    expect(75 - 100 / (1 + Math.exp(-2 * x))).toBeCloseTo(x / Math.LN10 ** 2, 9);
    // Without a penalty the gap would be 400 · log10(3) = 190.8 points.
    const [first = 0, second = 0] = toRatings(strengths);
    expect(first - second).toBeGreaterThan(185);
    expect(first - second).toBeLessThan(190.8);
  });

  test('stays finite where one wins everything, and gives 1000 where nobody plays', () => {
    const games = Float64Array.from([0, 1140, 1140, 0]);
    const [best = 0] = toRatings(fitStrengths({ models: 2, games, points: Float64Array.from([1140, 0]) }));
    expect(best).toBeGreaterThan(1500);
    expect(best).toBeLessThan(3000);
    const idle = fitStrengths({ models: 3, games: new Float64Array(9), points: new Float64Array(3) });
    expect([...toRatings(idle)]).toEqual([1000, 1000, 1000]);
  });
});

describe('rateUpstream', () => {
  test('makes a battle of each task that one of a pair solved, and none of a tie', () => {
    const tasks = [
      [1, 1, 0],
      [1, 0, 0],
      [1, 1, 1],
    ];
    const models = [0, 1, 2].map((model) => Float64Array.from(tasks, (task) => task[model] ?? 0));
    expect([...fightOverTasks([models]).wins]).toEqual([0, 1, 2, 0, 0, 1, 0, 0, 0]);
    expect([...fightOverTasks([models, models]).wins]).toEqual([0, 2, 4, 0, 0, 2, 0, 0, 0]);
  });

  test('counts a tie on the whole benchmark as won by the later model', () => {
    const models = [
      [1, 0],
      [0, 1],
      [0, 0],
    ].map((row) => Float64Array.from(row));
    expect([...fightOverBenchmark([models]).wins]).toEqual([0, 0, 1, 1, 0, 1, 0, 0, 0]);
  });

  test('gives a middle near the plain fit, and repeats itself', () => {
    const battles = fightOverTasks([rows]);
    const ratings = rateUpstream(battles);
    for (const rating of ratings) {
      expect(Math.abs(rating.median - rating.rating)).toBeLessThan(8);
      expect(rating.interval[0]).toBeLessThan(rating.rating);
      expect(rating.interval[1]).toBeGreaterThan(rating.rating);
      expect(publishedRating(rating)).toBe(Math.trunc(rating.median + 0.5));
    }
    expect(rateUpstream(battles)).toEqual(ratings);
    const mean = ratings.reduce((sum, { rating }) => sum + rating, 0) / ratings.length;
    expect(mean).toBeCloseTo(1000, 6);
  });
});

describe('rateByTasks', () => {
  const scores = Float64Array.from(rows, (row) => row.reduce((sum, value) => sum + value, 0) / row.length);
  const resampled = resampleScores(rows, 500);

  test('is the fit of all games, ties as half a win', () => {
    const models = rows.length;
    const points = new Float64Array(models);
    const games = new Float64Array(models * models);
    for (const [i, first] of rows.entries()) {
      for (const [j, second] of rows.entries()) {
        if (i === j) continue;
        games[i * models + j] = first.length;
        for (const [task, value] of first.entries()) {
          points[i] = (points[i] ?? 0) + (1 + value - (second[task] ?? 0)) / 2;
        }
      }
    }
    const direct = toRatings(fitStrengths({ models, games, points }));
    const rated = rateByTasks({ scores, resampled, tasks: 300, level: 'task' });
    for (const [model, { rating }] of rated.entries()) expect(rating).toBeCloseTo(direct[model] ?? 0, 4);
  });

  test('admits that tasks are few: a wider interval than battles give', () => {
    const width = ([low, high]: readonly [number, number]) => high - low;
    const rated = rateByTasks({ scores, resampled, tasks: 300, level: 'task' });
    const spread = (ratings: readonly { rating: number }[]) => (ratings[0]?.rating ?? 0) - (ratings[4]?.rating ?? 0);
    const battles = rateUpstream(fightOverTasks([rows]));
    const relative = (ratings: typeof rated) => width(ratings[1]?.interval ?? [0, 0]) / spread(ratings);
    expect(relative(rated)).toBeGreaterThan(1.2 * relative(battles));
  });

  test('of the whole benchmark depends on the order alone', () => {
    const rated = rateByTasks({ scores, resampled, tasks: 300, level: 'benchmark' });
    const order = [...rated.keys()].sort((a, b) => (rated[b]?.rating ?? 0) - (rated[a]?.rating ?? 0));
    expect(order[0]).toBe(0);
    expect(order[4]).toBe(4);
    expect((rated[0]?.rating ?? 0) + (rated[4]?.rating ?? 0)).toBeCloseTo(2000, 4);
  });
});

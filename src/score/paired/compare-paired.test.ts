import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../util/random.ts';
import { comparePaired } from './compare-paired.ts';

const rows = fc
  .integer({ min: 2, max: 60 })
  .chain((tasks) =>
    fc.tuple(
      fc.array(fc.constantFrom(0, 1), { minLength: tasks, maxLength: tasks }),
      fc.array(fc.constantFrom(0, 1), { minLength: tasks, maxLength: tasks }),
    ),
  )
  .map(([a, b]) => ({ a: Float64Array.from(a), b: Float64Array.from(b) }));

function drawRow(tasks: number, share: number, seed: number): Float64Array {
  const random = createRandom(seed);
  return Float64Array.from({ length: tasks }, () => (random() < share ? 1 : 0));
}

describe('comparePaired', () => {
  test('says nothing of a model against itself', () => {
    const row = drawRow(1140, 0.5, 1);
    expect(comparePaired({ a: row, b: row })).toMatchObject({ delta: 0, p: 1, onlyA: 0, onlyB: 0 });
    const { interval, worstLoss } = comparePaired({ a: row, b: row });
    // None of 1,140 tasks differs: up to 0.32% of all tasks might.
    expect(interval[1]).toBeCloseTo(1 - 0.025 ** (1 / 1140), 12);
    expect(worstLoss).toBeCloseTo(1 - 0.05 ** (1 / 1140), 12);
  });

  test('counts every task once, and turns around with its models', () => {
    fc.assert(
      fc.property(rows, ({ a, b }) => {
        const there = comparePaired({ a, b });
        const back = comparePaired({ a: b, b: a });
        expect(there.both + there.onlyA + there.onlyB + there.neither).toBeCloseTo(a.length, 9);
        expect(there.delta).toBeCloseTo((there.onlyB - there.onlyA) / a.length, 9);
        expect([back.delta, back.p, back.onlyA]).toEqual([-there.delta || 0, there.p, there.onlyB]);
        const [low, high] = there.interval;
        expect(low).toBeLessThanOrEqual(there.delta + 1e-9);
        expect(high).toBeGreaterThanOrEqual(there.delta - 1e-9);
        expect(there.p < 0.05).toBe(Math.abs(there.delta) >= there.smallestGap - 1e-9 && there.p < 0.05);
      }),
      { numRuns: 40 },
    );
  });

  test('finds 30 planted flips, and says that fewer than six could not be found', () => {
    const a = drawRow(1140, 0.5, 2);
    const flip = (count: number) => {
      let left = count;
      return a.map((value) => (value === 1 && left-- > 0 ? 0 : value));
    };
    const planted = comparePaired({ a, b: flip(30) });
    expect(planted).toMatchObject({ onlyA: 30, onlyB: 0 });
    expect(planted.delta).toBeCloseTo(-30 / 1140, 12);
    expect(planted.p).toBeCloseTo(2 ** -29, 15);
    expect(comparePaired({ a, b: flip(5) }).p).toBeGreaterThan(0.05);
    expect(comparePaired({ a, b: flip(6) }).p).toBeLessThan(0.05);
  });

  test('finds a difference as often as its likely gap promises', () => {
    const random = createRandom(9);
    const tasks = 1140;
    let found = 0;
    let gap = 0;
    const experiments = 300;
    for (let at = 0; at < experiments; at++) {
      // A quarter of the tasks differ by luck; four points of the others are truly won.
      const a = Float64Array.from({ length: tasks }, () => (random() < 0.5 ? 1 : 0));
      const b = a.map((value) => (random() < 0.21 ? 1 - value : value));
      const better = b.map((value) => (value === 0 && random() < 0.08 ? 1 : value));
      const { p, likelyGap, delta } = comparePaired({ a, b: better });
      gap += likelyGap / experiments;
      if (p < 0.05 && delta > 0) found++;
    }
    expect(gap).toBeCloseTo(0.04, 2);
    expect(found / experiments).toBeGreaterThan(0.7);
    expect(found / experiments).toBeLessThan(0.9);
  });

  test.each([1, 5])('is wrong about equal models in about 5 of 100 cases (%i samples)', (samples) => {
    const random = createRandom(samples);
    const experiments = 150;
    let wrong = 0;
    for (let at = 0; at < experiments; at++) {
      const ability = Float64Array.from({ length: 60 }, () => random());
      const draw = () =>
        ability.map((share) => {
          let passed = 0;
          for (let sample = 0; sample < samples; sample++) if (random() < share) passed++;
          return passed / samples;
        });
      if (comparePaired({ a: draw(), b: draw() }).p < 0.05) wrong++;
    }
    expect(wrong / experiments).toBeLessThan(0.1);
  });

  test('bounds the loss from above: a gate passes with enough tasks only', () => {
    const loss = (tasks: number) => {
      const a = drawRow(tasks, 0.5, 4);
      const random = createRandom(5);
      return comparePaired({ a, b: a.map((value) => (random() < 0.1 ? 1 - value : value)) }).worstLoss;
    };
    expect(loss(1140)).toBeLessThan(0.03);
    expect(loss(60)).toBeGreaterThan(0.03);
  });
});

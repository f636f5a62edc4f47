import { describe, expect, it } from 'vitest';
import { publishedIds, quickSubsets } from '../dataset/public-tasks.ts';
import { readResponseMatrix } from '../upstream/response-matrix.ts';
import { describeNeeding } from '../util/testing/needs.ts';
import { recordings, sharedData } from '../util/testing/shared-data.ts';
import { createEarlyEstimate, estimateFromQuick, estimateUnfinished } from './early-estimate.ts';

const passing = { samples: 1, passed: 1 };

describe('createEarlyEstimate', () => {
  it('waits for ten tasks', () => {
    const estimate = createEarlyEstimate({ subset: 'full', samples: 1140 });
    for (const id of publishedIds.slice(0, 9)) estimate.add(id, passing);
    expect(estimate.read()).toBeUndefined();
    estimate.add('BigCodeBench/9', passing);
    expect(estimate.read()?.reach).toBeGreaterThan(0.1);
  });

  it('is certain at the end', () => {
    const estimate = createEarlyEstimate({ subset: 'full', samples: 1140 });
    for (const [at, id] of publishedIds.entries()) estimate.add(id, { samples: 1, passed: at % 4 === 0 ? 1 : 0 });
    expect(estimate.read()).toEqual({ value: 0.25, reach: 0 });
  });

  it('takes the mean so far of tasks that nobody knows', () => {
    const estimate = createEarlyEstimate({ subset: 'tasks.jsonl', samples: 100 });
    for (let at = 0; at < 50; at++) estimate.add(`Own/${at}`, { samples: 1, passed: at % 2 === 0 ? 1 : 0 });
    const { value, reach } = estimate.read() ?? { value: 0, reach: 0 };
    expect(value).toBe(0.5);
    // Half of a Wilson interval for 25 of 50, with half of the tasks still to come.
    expect(reach).toBeCloseTo(0.1335 * Math.SQRT1_2, 3);
  });
});

describeNeeding(recordings)('on the published matrix', () => {
  it.each(quickSubsets)(
    'quick is within its interval for at least 90 of 100 models, and close for most',
    async ({ ids }) => {
      const { rows, taskIds } = await readResponseMatrix(sharedData('leaderboard', 'complete-matrix.csv'));
      const errors = rows.map(({ passes }) => {
        const tallies = new Map(ids.map((id) => [id, { samples: 1, passed: passes[taskIds.indexOf(id)] ?? 0 }]));
        const estimate = estimateFromQuick(tallies);
        const truth = passes.reduce((sum, value) => sum + value, 0) / passes.length;
        const [low, high] = estimate?.interval ?? [1, 0];
        return { off: Math.abs((estimate?.value ?? 0) - truth), isInside: low <= truth && truth <= high };
      });
      expect(errors.filter(({ isInside }) => isInside).length).toBeGreaterThanOrEqual(0.9 * rows.length);
      expect(errors.reduce((sum, { off }) => sum + off, 0) / rows.length).toBeLessThan(0.025);
    },
  );

  it('the newest quick is the smallest', () => {
    expect(quickSubsets.map(({ ids }) => ids.length)).toEqual([150, 100]);
  });

  it('says nothing of another set of tasks', () => {
    const tallies = new Map(
      quickSubsets.flatMap(({ ids }) => ids.slice(1)).map((id) => [id, { samples: 1, passed: 1 }]),
    );
    expect(estimateFromQuick(tallies)).toBeUndefined();
  });
});

describe('estimateUnfinished', () => {
  it('leaves room below when every task so far is solved, until none is left', () => {
    const ids = Array.from({ length: 50 }, (_, at) => `Own/${at}`);
    const estimate = (asked: number) =>
      estimateUnfinished(new Map(ids.slice(0, asked).map((id) => [id, passing])), ids);
    const [low, high] = estimate(16).interval;
    // Wilson's bound for 16 of 16 is 80.6%; 34 of 50 tasks are left.
    expect(low).toBeCloseTo(1 - Math.sqrt(34 / 50) * (1 - 0.8064), 3);
    expect(high).toBe(1);
    expect(estimate(50)).toMatchObject({ value: 1, interval: [1, 1] });
  });
});

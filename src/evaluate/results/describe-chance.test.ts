import { expect, it } from 'vitest';
import type { Score } from '../../schema/score.ts';
import { describeChance } from './describe-chance.ts';

const score: Score = {
  tasks: 2,
  samples: 2,
  passAt1: { value: 0.5, standardError: 0.1, interval: [0, 1] },
  byK: [],
  notComputed: [],
  byDomain: [],
  byLibrary: [],
};

it('names what other seeds change, and the range', () => {
  const chance = { confirmed: 7, changed: 1, expected: 0.6, range: [0.5, 0.75] as [number, number] };
  const verdicts = [{ taskId: 'T/1', chance: { passed: 1, runs: 3 } }, { taskId: 'T/2' }];
  expect(describeChance({ ...score, chance }, verdicts)).toEqual([
    'Chance: 1 of 7 re-run samples change their verdict with other seeds (T/1 passes 1 of 3), so pass@1 lies between 50.0% and 75.0%.',
  ]);
  expect(describeChance({ ...score, chance: { ...chance, changed: 0 } }, [])).toEqual([
    'Chance: none of 7 re-run samples changes its verdict with other seeds.',
  ]);
  expect(describeChance(score, [])).toEqual([]);
});

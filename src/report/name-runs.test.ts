import { expect, it } from 'vitest';
import { nameRuns } from './name-runs.ts';

it('says how many tasks runs are about where that differs', () => {
  const runs = [50, 4].map((tasks) => ({ model: 'm', subset: 'starter', tasks }));
  expect(nameRuns(runs)).toEqual(['m · 50 tasks', 'm · 4 tasks']);
  expect(nameRuns(runs, { joinsSplits: true })).toEqual(['m', 'm']);
});

it('has what a person called a run, except on a board', () => {
  const runs = [
    { model: 'm', label: 'nightly', parameters: { temperature: 0 } },
    { model: 'm', label: 'nightly', parameters: { temperature: 1 } },
    { model: 'n', label: '' },
  ];
  expect(nameRuns(runs)).toEqual(['m · T 0 · nightly', 'm · T 1 · nightly', 'n']);
  expect(nameRuns(runs, { joinsSplits: true })).toEqual(['m · T 0', 'm · T 1', 'n']);
});

it('numbers what nothing else tells apart', () => {
  expect(nameRuns([{ model: 'm' }, { model: 'm' }])).toEqual(['m (1)', 'm (2)']);
});

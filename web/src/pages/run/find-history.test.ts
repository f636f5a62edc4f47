import { expect, it } from 'vitest';
import type { RunSummary } from '../../../../src/schema/view/run-document.ts';
import { createRun } from '../../data/testing/run-document.ts';
import { findHistory } from './find-history.ts';

const passAt1 = { value: 0.5, standardError: 0.1, interval: [0.4, 0.6] as [number, number] };
const dated = (id: string, day: string, changes: Partial<RunSummary> = {}) =>
  createRun({ id, state: 'finished', startedAt: `2026-11-${day}T00:00:00Z`, passAt1, ...changes });

it('is the finished runs of the same model on the same tasks, oldest first', () => {
  const runs = [
    dated('c', '18', { name: 'openai:m (e-1)' }),
    dated('a', '02'),
    dated('other model', '03', { model: 'openai:n' }),
    dated('other split', '04', { split: 'complete' }),
    dated('other tasks', '05', { tasks: 8 }),
    dated('unfinished', '06', { state: 'stopped' }),
    createRun({ id: 'no date', state: 'finished', passAt1 }),
    dated('b', '10', { name: 'openai:m · nightly', labels: { name: 'nightly' } }),
    dated('other parameters', '11', { name: 'openai:m · T 0.8' }),
  ];
  const [run = createRun()] = runs;
  expect(findHistory(runs, run).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});

it('is empty for a run that is alone', () => {
  const run = dated('a', '02');
  expect(findHistory([run], run)).toEqual([]);
  expect(findHistory([run, dated('b', '03', { model: 'openai:n' })], run)).toEqual([]);
});

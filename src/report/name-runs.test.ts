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

it('leaves out the way to a file, except to one of two that are called the same', () => {
  const names = (...models: string[]) => nameRuns(models.map((model) => ({ model, label: 'x/y' })));
  expect(names('replay:/a/answers.jsonl', 'openrouter:meta/llama:free')).toEqual([
    'replay:answers.jsonl · x/y',
    'openrouter:meta/llama:free · x/y',
  ]);
  expect(names('command:./bin/agent.sh --effort a/b', '/a/own.ts')).toEqual([
    'command:agent.sh --effort a/b · x/y',
    'own.ts · x/y',
  ]);
  expect(names('replay:/a/answers.jsonl', 'replay:/b/answers.jsonl')).toEqual([
    'replay:/a/answers.jsonl · x/y',
    'replay:/b/answers.jsonl · x/y',
  ]);
});

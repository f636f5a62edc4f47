import { expect, it } from 'vitest';
import { readResults } from '../compare/read-results.ts';
import { loadTasks } from '../dataset/load-tasks.ts';
import { recordedSlice } from '../util/testing/recorded-data.ts';
import { buildAnalysis } from './analysis-document.ts';

it('tells what `bcb analyze` does, of the tasks that are at hand', async () => {
  const { tasks } = await loadTasks({ subset: recordedSlice.tasksFile });
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const files = (['complete', 'instruct'] as const).map((split) => recordedSlice.evalResultsFile(split));
  const results = (await Promise.all(files.map((file) => readResults(file)))).flat();
  const { tables } = await buildAnalysis(results, (id) => byId.get(id));
  expect(tables.map(({ key }) => key)).toEqual([
    ...['solve_rate', 'solve_rate_correlations', 'radar', 'gaps', 'gaps_by_model'],
    ...['sizes', 'totals', 'domains', 'libraries', 'functions'],
  ]);
  expect(tables[0]?.rows[0]).toMatchObject({ labels: ['all', '2 results'], n: 60 });
  const withoutTasks = await buildAnalysis(results, () => undefined);
  expect(withoutTasks.tables.map(({ key }) => key)).toEqual(['gaps', 'gaps_by_model']);
});

import { expect, it } from 'vitest';
import { keyOf } from '../store/testing/example-events.ts';
import { openMatrixRun } from './matrix-run.ts';
import { exampleContext } from './testing/open-example-view.ts';

const line = {
  path: '/table.csv',
  taskIds: ['T/1', 'T/2', 'T/3'],
  row: { model: 'm', passes: Float64Array.of(1, 0, Number.NaN) },
};
const run = openMatrixRun(line, exampleContext());

it('knows which tasks a model solved, and leaves out those without a value', async () => {
  expect(await run.summarize()).toMatchObject({
    ...{ model: 'm', split: undefined, tasks: 2, verdicts: 2, passed: 1, subset: '2 tasks' },
    passAt1: { value: 0.5, interval: [expect.closeTo(0.095, 2), expect.closeTo(0.905, 2)] },
  });
  const index = await run.loadIndex();
  expect([index.taskIds, index.passedOf]).toEqual([
    ['T/1', 'T/2'],
    [1, 0],
  ]);
  const { tasks } = await run.result();
  expect([...tasks]).toMatchObject([
    ['T/1', { passed: 1, status: 'pass' }],
    ['T/2', { passed: 0, status: 'fail' }],
  ]);
});

it('has neither programs nor answers, and says so', async () => {
  expect(await run.readVerdict(keyOf('T/1#0'))).toBeUndefined();
  expect(await run.readAnswer(keyOf('T/1#0'))).toEqual({ missing: expect.stringContaining('holds no answers') });
  expect((await run.detail()).notes).toEqual([expect.stringContaining('what was solved, not how')]);
});

it('is told apart from the other lines of its table', () => {
  const other = openMatrixRun({ ...line, row: { ...line.row, model: 'n' } }, exampleContext());
  expect(other.id).not.toBe(run.id);
});

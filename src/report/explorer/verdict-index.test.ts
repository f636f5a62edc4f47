import { describe, expect, test } from 'vitest';
import { exampleVerdict } from '../testing/example-report.ts';
import { buildFailures } from './failures-document.ts';
import { buildMatrix } from './matrix-document.ts';
import { buildTaskList } from './task-list-document.ts';
import { briefOf, VerdictIndex } from './verdict-index.ts';

const failing = (message: string) => ({
  outcome: 'fail' as const,
  status: 'fail' as const,
  tests: [{ name: 'test_a', outcome: 'fail' as const, ms: 1, message }],
});

function indexOf(outcomes: Readonly<Record<string, string | undefined>>): VerdictIndex {
  const index = new VerdictIndex(Object.keys(outcomes));
  for (const [taskId, message] of Object.entries(outcomes)) {
    index.add(briefOf(exampleVerdict(taskId, message === undefined ? {} : failing(message))));
  }
  return index;
}

describe('VerdictIndex', () => {
  test('keeps verdicts as columns, and the first one of a sample', () => {
    const index = indexOf({ 'T/0': undefined, 'T/1': 'AssertionError: 1 != 2' });
    index.add(briefOf(exampleVerdict('T/1')));
    const { task, outcome, outcomes, cause, causes, testsFailed } = index.columns();
    expect(task).toEqual([0, 1]);
    expect(outcome.map((at) => outcomes[at])).toEqual(['pass', 'fail']);
    expect(cause.map((at) => causes[at])).toEqual([undefined, 'AssertionError']);
    expect(testsFailed).toEqual([0, 1]);
    expect(index.passed).toBe(1);
  });

  test('gives the rows that came after those a page already has', () => {
    const index = indexOf({ 'T/0': undefined });
    index.add(briefOf(exampleVerdict('T/9', { flags: ['network'] })));
    expect(index.columns(1)).toMatchObject({ task: [1], flagged: [{ row: 1, flags: ['network'] }] });
    expect(index.taskIds).toEqual(['T/0', 'T/9']);
  });
});

describe('what several runs have in common', () => {
  const runs = ['a', 'b', 'c'].map((id) => ({ id, index: indexOf({ 'T/0': `KeyError: '${id}'`, 'T/1': undefined }) }));

  test('failures that say the same are one cluster, marked when everybody has it', () => {
    const { failures, clusters } = buildFailures(runs);
    expect(failures).toBe(3);
    expect(clusters).toMatchObject([{ count: 3, cause: 'KeyError', taskIds: ['T/0'], isShared: true }]);
  });

  test('a task that nobody solves is suspect from five answers on', () => {
    const two = [...runs, ...runs.map(({ id, index }) => ({ id: `${id}2`, index }))];
    const { ids, answers, passed, suspicions } = buildTaskList(two, () => undefined);
    expect({ ids, answers, passed }).toEqual({ ids: ['T/0', 'T/1'], answers: [6, 6], passed: [0, 6] });
    expect(suspicions.map((reasons) => reasons.length)).toEqual([1, 0]);
  });

  test('the matrix holds one byte for each run and task', () => {
    const summary = { id: 'a', origin: 'run', state: 'finished', model: 'm', subset: 's', dataset: 'd' } as const;
    const numbers = { tasks: 2, nSamples: 1, verdicts: 2, total: 2, passed: 1, caveats: [] };
    const index = indexOf({ 'T/0': 'KeyError', 'T/1': undefined });
    const { cells } = buildMatrix([{ summary: { ...summary, ...numbers }, index }], () => undefined);
    expect([...Buffer.from(cells, 'base64')]).toEqual([0, 200]);
  });
});

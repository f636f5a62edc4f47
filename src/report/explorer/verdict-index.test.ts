import { describe, expect, test } from 'vitest';
import { noteVerdict, type Verdict } from '../../schema/verdict.ts';
import { exampleVerdict } from '../testing/example-report.ts';
import { buildFailures, buildMatrix, buildTaskList } from './overview-documents.ts';
import { VerdictIndex } from './verdict-index.ts';

const failing = (message: string) => ({
  outcome: 'fail' as const,
  status: 'fail' as const,
  tests: [{ name: 'test_a', outcome: 'fail' as const, ms: 1, message }],
});

const note = (taskId: string, fields: Partial<Verdict> = {}) => {
  const verdict = exampleVerdict(taskId, fields);
  return { taskId, index: verdict.index, verdict: noteVerdict(verdict) };
};

function indexOf(outcomes: Readonly<Record<string, string | undefined>>): VerdictIndex {
  const judged = Object.entries(outcomes).map(([taskId, message]) =>
    note(taskId, message === undefined ? {} : failing(message)),
  );
  return new VerdictIndex({ taskIds: Object.keys(outcomes), judged });
}

describe('VerdictIndex', () => {
  test('keeps verdicts as columns, in the order they were given', () => {
    const judged = [note('T/1', failing('AssertionError: 1 != 2')), note('T/0'), note('T/1', { index: 1 })];
    const index = new VerdictIndex({ taskIds: ['T/0', 'T/1'], judged });
    const { task, index: at, outcome, outcomes, cause, causes, testsFailed } = index.columns();
    expect([task, at]).toEqual([
      [1, 0, 1],
      [0, 0, 1],
    ]);
    expect(outcome.map((code) => outcomes[code])).toEqual(['fail', 'pass', 'pass']);
    expect(cause.map((code) => causes[code])).toEqual(['AssertionError', undefined, undefined]);
    expect(testsFailed).toEqual([1, 0, 0]);
    expect([index.passed, index.samplesOf, index.passedOf]).toEqual([2, [1, 2], [1, 1]]);
    expect(index.outcomesOf('T/1').map((sample) => sample.outcome)).toEqual(['fail', 'pass']);
    expect([...index.failures()]).toMatchObject([{ taskId: 'T/1', index: 0, failure: { cause: 'AssertionError' } }]);
  });

  test('gives the rows that came after those a page already has', () => {
    const judged = [note('T/0'), note('T/9', { flags: ['network'] })];
    const index = new VerdictIndex({ taskIds: ['T/0'], judged, epoch: 3 });
    expect(index.columns(1)).toMatchObject({ epoch: 3, task: [1], flagged: [{ row: 1, flags: ['network'] }] });
    expect(index.taskIds).toEqual(['T/0', 'T/9']);
  });

  test('counts by the verdict of the run, not by what happened', () => {
    // Under `--verdicts upstream`, skipped tests do not fail a sample.
    const skipped = { outcome: 'fail' as const, status: 'pass' as const, reason: 'skipped tests' };
    const index = new VerdictIndex({ taskIds: ['T/0'], judged: [note('T/0', skipped)] });
    const { outcome, outcomes, causes } = index.columns();
    expect([index.passed, index.shareOf('T/0'), outcomes[outcome[0] ?? 0], causes]).toEqual([1, 1, 'pass', []]);
    expect(index.outcomesOf('T/0')).toEqual([{ index: 0, outcome: 'pass' }]);
    expect([...index.failures()]).toEqual([]);
  });

  test('takes a task without a sample for unsolved only if the run does', () => {
    const shareIn = (missing: 'fail' | 'skip' | 'zero') =>
      new VerdictIndex({ taskIds: ['T/0', 'T/1'], judged: [note('T/0')], missing }).shareOf('T/1');
    expect([shareIn('fail'), shareIn('skip'), shareIn('zero')]).toEqual([undefined, undefined, 0]);
    expect(new VerdictIndex({ taskIds: ['T/0'], judged: [], missing: 'zero' }).shareOf('T/9')).toBeUndefined();
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
    const summary = { id: 'a', state: 'finished', model: 'm', subset: 's', dataset: 'd', tasksHash: '' } as const;
    const numbers = { tasks: 2, nSamples: 1, verdicts: 2, total: 2, passed: 1, caveats: [] };
    const index = indexOf({ 'T/0': 'KeyError', 'T/1': undefined });
    const { cells } = buildMatrix([{ summary: { ...summary, ...numbers }, index }], () => undefined);
    expect([...Buffer.from(cells, 'base64')]).toEqual([0, 200]);
  });
});

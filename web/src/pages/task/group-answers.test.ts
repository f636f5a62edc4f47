import { describe, expect, it } from 'vitest';
import type { TaskAnswer } from '../../../../src/schema/view/task-document.ts';
import { groupAnswers, nameAnswer } from './group-answers.ts';

// Every browser that the app supports has it; Node 20 does not.
Map.groupBy ??= <Key, Item>(items: Iterable<Item>, keyOf: (item: Item, at: number) => Key) => {
  const groups = new Map<Key, Item[]>();
  let at = 0;
  for (const item of items) {
    const key = keyOf(item, at++);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
};

const pass = (runId: string, index: number, programKey: string): TaskAnswer => ({
  ...{ runId, index, outcome: 'pass', cause: '', failedTests: [], solution: '', programKey },
});
const fail = (runId: string, index: number, changes: Partial<TaskAnswer> = {}): TaskAnswer => ({
  ...{ runId, index, outcome: 'fail', cause: 'AssertionError', failedTests: ['test_a'], solution: '' },
  programKey: `${runId} ${index}`,
  ...changes,
});

const answers: readonly TaskAnswer[] = [
  fail('e-1', 0, { programKey: 'x' }),
  pass('e-1', 1, 'p'),
  fail('e-2', 0, { failedTests: ['test_a', 'test_b'] }),
  fail('e-2', 1, { programKey: 'y' }),
  pass('e-2', 2, 'q'),
  pass('e-3', 0, 'q'),
  fail('e-3', 1, { programKey: 'y' }),
  fail('e-3', 2, { outcome: 'timeout', cause: 'wall', failedTests: [] }),
  fail('e-4', 0, { cause: 'KeyError' }),
];
const shape = (list: readonly TaskAnswer[]) =>
  groupAnswers(list).map(({ isPass, cause, failedTests, count, programs }) => ({
    ...{ isPass, cause, failedTests, count },
    programs: programs.map((program) => program.answers.map(nameAnswer)),
  }));

describe('groupAnswers', () => {
  it('puts the passing ones first, then the most frequent failures, and the most frequent program first', () => {
    expect(shape(answers)).toEqual([
      { isPass: true, cause: '', failedTests: [], count: 3, programs: [['e-2:2', 'e-3:0'], ['e-1:1']] },
      {
        ...{ isPass: false, cause: 'AssertionError', failedTests: ['test_a'], count: 3 },
        programs: [['e-2:1', 'e-3:1'], ['e-1:0']],
      },
      {
        ...{ isPass: false, cause: 'AssertionError', failedTests: ['test_a', 'test_b'], count: 1 },
        programs: [['e-2:0']],
      },
      { isPass: false, cause: 'wall', failedTests: [], count: 1, programs: [['e-3:2']] },
      { isPass: false, cause: 'KeyError', failedTests: ['test_a'], count: 1, programs: [['e-4:0']] },
    ]);
  });

  it('lists the passing ones first though more fail', () => {
    const [first] = groupAnswers([fail('e-1', 0), fail('e-1', 1), fail('e-1', 2), pass('e-1', 3, 'p')]);
    expect(first?.isPass).toBe(true);
  });

  it('loses no answer and names every group once', () => {
    const groups = groupAnswers(answers);
    const listed = groups.flatMap(({ programs }) => programs.flatMap((program) => program.answers));
    expect(listed.map(nameAnswer).sort()).toEqual(answers.map(nameAnswer).sort());
    expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length);
    expect(groups.map(({ count }) => count).reduce((a, b) => a + b)).toBe(answers.length);
  });

  it('tells a timeout from a failure with the same cause', () => {
    const same = { cause: 'MemoryError', failedTests: [] };
    expect(groupAnswers([fail('e-1', 0, same), fail('e-1', 1, { ...same, outcome: 'timeout' })])).toHaveLength(2);
  });

  it('has no groups without answers', () => {
    expect(groupAnswers([])).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { buildTask } from '../../evaluate/testing/tasks.ts';
import { buildSubject } from '../testing/build-subject.ts';
import { neverFailed, unaskedFunction } from './read-weakness.ts';

describe('unaskedFunction', () => {
  const examine = (...lines: readonly string[]) => {
    const body = lines.map((line) => `        ${line}\n`).join('');
    const test = `class TestCases(unittest.TestCase):\n    def test_a(self):\n${body}`;
    return unaskedFunction.examine(buildSubject(buildTask('T/1', { test })), async () => []);
  };

  it('takes `self.fail` for an assertion', () => {
    expect(examine('if task_func(1) != 2:', '    self.fail("not 2")')).toMatchObject({ strength: 'none' });
  });

  it.each([
    ['proof', 'never call', 'self.assertTrue(True)'],
    ['proof', 'assert nothing', 'task_func(1)'],
    ['doubt', 'only ask for the type', 'self.assertIsInstance(task_func(1), int)'],
  ])('has a %s against tests that %s', (strength, sentence, line) => {
    expect(examine(line)).toMatchObject({ strength, sentence: expect.stringContaining(sentence) });
  });
});

describe('neverFailed', () => {
  const answer = (passed: boolean) => ({ taskId: 'T/1', model: 'm', solution: '', passed, failures: [] });
  const examine = (...passed: readonly boolean[]) =>
    neverFailed.examine(buildSubject(buildTask('T/1'), { answers: passed.map(answer) }), async () => []);

  it('has a hint against tests that none of enough answers failed', () => {
    expect(examine(true, true, true, true, true)).toMatchObject({
      strength: 'hint',
      sentence: 'None of 5 recorded answers fails its tests.',
    });
    expect(examine(true, true, true, true)).toMatchObject({ strength: 'none' });
    expect(examine(true, true, true, true, true, false)).toMatchObject({ strength: 'none' });
  });
});

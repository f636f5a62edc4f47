import { describe, expect, it } from 'vitest';
import { buildTask } from '../../evaluate/testing/tasks.ts';
import type { Task } from '../../schema/task.ts';
import { buildSubject } from '../testing/build-subject.ts';
import { unsaidLiterals } from './unsaid-literals.ts';

function examine(fields: Partial<Task> & { readonly asserts: string }) {
  const test = `class TestCases(unittest.TestCase):\n    def test_a(self):\n        data = {"Given": 1}\n        ${fields.asserts}\n`;
  const task = buildTask('T/1', {
    completePrompt: 'def task_func(x):\n    """Plots the\n    big picture."""\n',
    instructPrompt: 'Plots the big picture.',
    canonicalSolution: '    return ["Our title", "Given", "the big picture", computed]',
    ...fields,
    test,
  });
  return unsaidLiterals.examine(buildSubject(task), async () => []);
}

const nothing = { strength: 'none' };

describe('unsaidLiterals', () => {
  it('finds what only reference solution and tests spell out', () => {
    expect(examine({ asserts: 'self.assertEqual(task_func(1)[0], "Our title")' })).toMatchObject({
      strength: 'doubt',
      sentence: expect.stringContaining('"Our title"'),
    });
    expect(examine({ asserts: 'assert task_func(1)[0] == "Our title", "wrong"' })).not.toMatchObject(nothing);
  });

  it.each([
    ['computed', 'self.assertEqual(task_func(1), "Other title")'],
    ['part of an input', 'self.assertEqual(task_func(data), "Given")'],
    ['an input', 'self.assertEqual(task_func("Our title"), data)'],
    ['in the prompt, over two lines', 'self.assertIn("the big picture", task_func(1))'],
    ['a message', 'self.assertEqual(task_func(1), data, "Our title")'],
  ])('leaves alone what is %s', (_, asserts) => {
    expect(examine({ asserts })).toMatchObject(nothing);
  });

  it('weighs less what one of the prompts says', () => {
    const asserts = 'self.assertEqual(task_func(1)[0], "Our title")';
    expect(examine({ asserts, instructPrompt: 'Give it "Our title".' })).toMatchObject({ strength: 'hint' });
  });

  it('takes its strength from the literal that no prompt says, wherever it stands', () => {
    const canonicalSolution = '    return ["Our title", "Our label", "Our unit"]';
    const asserts = 'self.assertEqual(task_func(1), ["Our title", "Our label", "Our unit"])';
    expect(examine({ asserts, canonicalSolution, instructPrompt: 'Give it "Our title".' })).toMatchObject({
      strength: 'doubt',
      sentence: expect.stringMatching(/"Our label", which neither prompt nor inputs contain, and 1 more/),
    });
  });
});

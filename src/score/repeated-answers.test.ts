import { expect, it } from 'vitest';
import { countRepeatedAnswers } from './repeated-answers.ts';

const pass = (taskId: string, answer: string) => ({ taskId, answer });

it('counts the tasks that one answer solves, not its samples', () => {
  const passes = [
    ...['1', '2', '3', '4'].map((taskId) => pass(taskId, 'same')),
    ...['1', '1', '1', '1', '2'].map((taskId) => pass(taskId, 'often drawn')),
    ...['5', '6', '7'].map((taskId) => pass(taskId, 'another')),
    pass('8', 'own'),
  ];
  expect(countRepeatedAnswers(passes)).toEqual([4, 3]);
  expect(countRepeatedAnswers([])).toEqual([]);
});

import { describe, expect, it } from 'vitest';
import type { TaskListDocument } from '../../../src/schema/view/task-document.ts';
import { createRun } from '../data/testing/run-document.ts';
import { findTargets, targetOfRun, targetsOfTasks } from './find-targets.ts';

const tasks = {
  ids: ['T/117', 'T/17', 'T/3'],
  titles: ['Plot a histogram', 'Read a CSV file', 'Sum the columns'],
  prompts: [
    'Plot a histogram. Use pandas to group.',
    'Read a CSV file. Then stop.',
    'Sum the columns of a pandas frame.',
  ],
} as unknown as TaskListDocument;
const targets = [
  targetOfRun(createRun({ name: 'openai:gpt-4o · T 0.8', split: 'instruct' })),
  ...targetsOfTasks(tasks),
];
const find = (typed: string) => findTargets(targets, typed).map(({ label }) => label);

describe('findTargets', () => {
  it('finds runs by what tells them apart', () => {
    expect(find('gpt 0.8')).toEqual(['openai:gpt-4o · T 0.8']);
  });

  it('finds tasks by number, title and prompt, what is shown first', () => {
    expect(find('17')).toEqual(['T/17', 'T/117']);
    expect(find('csv')).toEqual(['T/17']);
    expect(find('pandas')).toEqual(['T/117', 'T/3']);
    expect(find('pandas columns')).toEqual(['T/3']);
    expect(find('sum pandas')).toEqual(['T/3']);
    expect(find('nowhere')).toEqual([]);
  });

  it('shows all while nothing is typed, up to a dozen', () => {
    expect(find('')).toHaveLength(4);
    const many = targetsOfTasks({ ...tasks, ids: Array.from({ length: 99 }, (_, at) => `T/${at}`) });
    expect(findTargets(many, '')).toHaveLength(12);
  });
});

import { expect, it } from 'vitest';
import { findReturnLines } from './find-return-lines.ts';

const find = (program: string, entryPoint = 'task_func') =>
  findReturnLines(program, entryPoint).map((line) => program.split('\n')[line - 1]?.trim());

it('finds every return of the function and none of others, before and after it', () => {
  const program = [
    'def helper():',
    '    return "helper"',
    'def task_func(x):',
    '    # return "comment"',
    '',
    '    if x:',
    '        return 1',
    '    returned = 2',
    '    return returned',
    'def task_func_two():',
    '    return "another"',
  ].join('\n');
  expect(find(program)).toEqual(['return 1', 'return returned']);
});

it('leaves out functions and classes inside, and goes on after them', () => {
  const program = [
    'async def task_func():',
    '    def inner():',
    '        def innermost():',
    '            return "innermost"',
    '        return innermost',
    '    class Box:',
    '        def get(self):',
    '            return "box"',
    '    return inner',
  ].join('\n');
  expect(find(program)).toEqual(['return inner']);
});

it('takes the last function of that name: it is the one that counts', () => {
  const program = 'def task_func():\n    return 1\n\ndef task_func():\n    return 2\n';
  expect(findReturnLines(program, 'task_func')).toEqual([5]);
});

it('reads a signature over several lines, and a method', () => {
  const program = 'class A:\n    def task_func(\n        self,\n    ):\n        return 3\n    x = 1\n';
  expect(find(program)).toEqual(['return 3']);
});

it('has none where the function is missing or its name only looks like a pattern', () => {
  expect(find('x = 1')).toEqual([]);
  expect(find('def task_func():\n    return 1', 'task.func')).toEqual([]);
  expect(find('', '')).toEqual([]);
});

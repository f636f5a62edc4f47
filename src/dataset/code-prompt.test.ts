import { describe, expect, test } from 'vitest';
import { recordedData } from '../util/testing/recorded-data.ts';
import { deriveCodePrompt } from './code-prompt.ts';
import { loadTasks } from './load-tasks.ts';

describe('deriveCodePrompt', () => {
  test.each([
    [
      'docstring and empty lines go, constants stay',
      'import os\n\n# Constants\nA = 1\n\n\ndef task_func(n):\n    """Doc."""\n',
      'import os\n# Constants\nA = 1\ndef task_func(n):\n',
    ],
    [
      'empty lines inside a string stay',
      "T = '''a\n\nb'''\n\ndef task_func():\n    '''Doc.'''\n",
      "T = '''a\n\nb'''\ndef task_func():\n",
    ],
    [
      'helpers keep their docstrings',
      'def helper():\n    """Help."""\n    return 1\n\ndef task_func():\n    r"""Doc."""\n',
      'def helper():\n    """Help."""\n    return 1\ndef task_func():\n',
    ],
    [
      'a header over several lines',
      'def task_func(\n    a: dict = {"x": 1},\n) -> int:\n    """Doc."""\n',
      'def task_func(\n    a: dict = {"x": 1},\n) -> int:\n',
    ],
    ['a docstring on the same line', 'def task_func(a): """Doc."""\n', 'def task_func(a):\n'],
    ['no docstring', 'def task_func(a):\n', 'def task_func(a):\n'],
    ['an async function', 'async def task_func():\n    "Doc."\n', 'async def task_func():\n'],
    ['another name', 'def other():\n    """Doc."""\n', 'def other():\n    """Doc."""\n'],
  ])('%s', (_, prompt, expected) => {
    expect(deriveCodePrompt(prompt, 'task_func')).toBe(expected);
  });

  test.each(recordedData)('gives the dataset’s own code prompt for every task: $name', async (data) => {
    const { tasks } = await loadTasks({ overridePath: data.tasksFile });
    const different = tasks.filter(
      (task) => deriveCodePrompt(task.completePrompt, task.entryPoint) !== task.codePrompt,
    );
    expect(different.map(({ id }) => id)).toEqual([]);
  });
});

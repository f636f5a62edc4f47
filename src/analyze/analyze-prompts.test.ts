import { describe, expect, it } from 'vitest';
import { loadTasks } from '../dataset/load-tasks.ts';
import { needing } from '../util/testing/needs.ts';
import { type RecordedData, recordedSlice, recordedWhole } from '../util/testing/recorded-data.ts';
import { recordings } from '../util/testing/shared-data.ts';
import { buildInstructPrompt, parseDocstring } from './analyze-prompts.ts';

describe('parseDocstring', () => {
  it('sorts lines into sections; an empty line ends one', () => {
    const text = [
      '"""Adds two',
      '    numbers.',
      '',
      '    Parameters:',
      '    - a (int): the first',
      '',
      '    Notes:',
      '    - Never rounds.',
      '',
      '    Returns:',
      '    - int: the sum',
      '      of both',
      '',
      '    Raises:',
      '    TypeError: for text',
      '',
      '    Example: >>> add(1, 2)',
      '    3',
      '',
      '    It is fast."""',
    ];
    expect(parseDocstring(text.join('\n'))).toEqual({
      description: ['Adds two', 'numbers.', 'It is fast.'],
      notes: ['Never rounds.'],
      returns: ['int: the sum', 'of both'],
      raises: ['TypeError: for text'],
      others: ['a (int): the first', '>>> add(1, 2)', '3'],
    });
  });
});

describe('buildInstructPrompt', () => {
  const countSame = async ({ tasksFile }: RecordedData) => {
    const { tasks } = await loadTasks({ subset: tasksFile });
    const isSame = (prompt: string, wanted: string) => prompt.trim() === wanted.trim();
    return {
      listed: tasks.filter((task) => isSame(buildInstructPrompt(task), task.instructPrompt)).length,
      parsed: tasks.filter((task) => isSame(buildInstructPrompt({ ...task, docStruct: {} }), task.instructPrompt))
        .length,
    };
  };

  it('gives the prompts of the dataset, from its own sections and from docstrings', async () => {
    expect(await countSame(recordedSlice)).toEqual({ listed: 60, parsed: 60 });
  });

  it('does so for nearly all tasks', needing(recordings), async () => {
    // Three prompts (37, 241, 267) say more than their sections. From docstrings, the others differ by words such as `Notes:` and
    // `Args:`, which the dataset keeps in the text.
    expect(await countSame(recordedWhole)).toEqual({ listed: 1137, parsed: 1076 });
  });
});

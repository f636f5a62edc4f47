import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Prompt } from '../schema/prompt.ts';
import type { Task } from '../schema/task.ts';
import { readLines } from '../util/json-lines.ts';
import { type RecordedData, recordedData } from '../util/testing/recorded-data.ts';
import { buildPrompt, type PromptChoices, resolvePromptSettings } from './build-prompt.ts';

const task: Task = {
  id: 'Starter/1',
  completePrompt: '\nimport math\n\ndef task_func(x):\n    """Root of x."""\n\n',
  instructPrompt: '  Write the root of x.\nStart with:\n```\nimport math\ndef task_func(x):\n```\n ',
  codePrompt: 'import math\ndef task_func(x):\n',
  canonicalSolution: '    return math.sqrt(x)',
  test: '',
  entryPoint: 'task_func',
  docStruct: {},
  libs: ['math'],
  domains: ['Computation'],
  hard: false,
};

function build(choices: PromptChoices): Prompt {
  return buildPrompt(task, resolvePromptSettings(choices));
}

describe('buildPrompt', () => {
  test('chat, complete: the stripped prompt inside a fence', () => {
    expect(build({ split: 'complete', kind: 'chat' })).toEqual({
      form: 'chat',
      messages: [
        {
          role: 'user',
          content:
            'Please provide a self-contained Python script that solves the following problem in a markdown code block:\n' +
            '```\nimport math\n\ndef task_func(x):\n    """Root of x."""\n```\n',
        },
      ],
    });
  });

  test('chat, instruct: the stripped prompt as it is', () => {
    const prompt = build({ split: 'instruct', kind: 'chat', instructionPrefix: 'Solve:' });
    expect(prompt).toEqual({
      form: 'chat',
      messages: [
        {
          role: 'user',
          content: 'Solve:\nWrite the root of x.\nStart with:\n```\nimport math\ndef task_func(x):\n```\n',
        },
      ],
    });
  });

  test('a prefilled answer begins inside its code block', () => {
    expect(build({ split: 'complete', kind: 'chat', prefill: true })).toMatchObject({
      prefill:
        'Below is a Python script with a self-contained function that solves the problem and passes corresponding tests:\n' +
        '```python\n',
    });
    expect(build({ split: 'complete', kind: 'chat', prefill: true, responsePrefix: 'Here:' })).toMatchObject({
      prefill: 'Here:\n```python\n',
    });
  });

  test('a base model sees the raw prompt, with or without the newlines around it', () => {
    expect(build({ split: 'complete', kind: 'base', prefill: true })).toEqual({
      form: 'completion',
      text: task.completePrompt,
    });
    expect(build({ split: 'complete', kind: 'base', stripNewlines: true })).toEqual({
      form: 'completion',
      text: 'import math\n\ndef task_func(x):\n    """Root of x."""',
    });
  });

  test('a base model is not asked to follow instructions', () => {
    expect(() => build({ split: 'instruct', kind: 'base' })).toThrow(/--split complete/);
  });
});

/** SHA-256 of what the original's own function (0.2.5) makes of the tasks. */
const golden: [string, PromptChoices, Record<RecordedData['name'], string>][] = [
  [
    'chat complete',
    { split: 'complete', kind: 'chat' },
    {
      slice: 'db9c4b7eb35a59384cc1f4c2e867f3772b7f723183344ac796baa928c04291c1',
      whole: '4c2d00091d162a37f4f5e847eb17bb30399295342f84bf96c03f81f28904e2e4',
    },
  ],
  [
    'chat instruct',
    { split: 'instruct', kind: 'chat' },
    {
      slice: 'df6b0fa7e8cdaeedacba8f5037e15eb7a458231146b92e53a2ea154367d8ab3a',
      whole: 'e7e127191a741501821f7f843726a93e07e84ff818614da307ad20794bc90759',
    },
  ],
  [
    'base complete',
    { split: 'complete', kind: 'base' },
    {
      slice: 'c8717a43567a9b110dc2efabb31ff54c39bed5422a2fac7cc548cf73fd409460',
      whole: '164d0ed068d4854d1fae6260107a21abcaf5b26a3efbd36ef61d1bc9e57cda95',
    },
  ],
  [
    'base complete, newlines stripped',
    { split: 'complete', kind: 'base', stripNewlines: true },
    {
      slice: 'e20a7cc6f20265e3f0fcb045a9d41699bbf95bb2bc6b5876d0a035ee6f3b3d32',
      whole: 'e57d76d0a1344e40f1e5a56eb612d0c1468ded03e84e668e1b2b272456b5bdc2',
    },
  ],
];

describe.each(recordedData)('real tasks: $name', (data) => {
  test.each(golden)('%s: golden bytes', async (_, choices, expected) => {
    const settings = resolvePromptSettings(choices);
    const digest = createHash('sha256');
    for await (const { text } of readLines(data.tasksFile)) {
      const row = JSON.parse(text) as { complete_prompt: string; instruct_prompt: string };
      const real = { ...task, completePrompt: row.complete_prompt, instructPrompt: row.instruct_prompt };
      const prompt = buildPrompt(real, settings);
      digest.update(`${prompt.form === 'chat' ? prompt.messages[0]?.content : prompt.text}\0`);
    }
    expect(digest.digest('hex')).toBe(expected[data.name]);
  });
});

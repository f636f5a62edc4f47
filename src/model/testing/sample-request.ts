import type { Prompt } from '../../schema/prompt.ts';
import type { Task } from '../../schema/task.ts';
import type { ModelRequest } from '../model.ts';
import type { ModelParameters } from '../parameters.ts';

export const sampleTask: Task = {
  id: 'Test/0',
  completePrompt: 'def task_func():\n    """One."""\n',
  instructPrompt: 'Write one.',
  codePrompt: 'def task_func():\n',
  canonicalSolution: '    return 1\n',
  test: '',
  entryPoint: 'task_func',
  docStruct: {},
  libs: [],
  domains: [],
  hard: false,
};

export const chatPrompt: Prompt = { form: 'chat', messages: [{ role: 'user', content: 'Write one.\n' }] };

export const basePrompt: Prompt = { form: 'completion', text: 'def task_func():\n' };

interface RequestChoices {
  readonly prompt?: Prompt;
  readonly parameters?: Partial<ModelParameters>;
  readonly samples?: ModelRequest['samples'];
}

export function sampleRequest({ prompt = chatPrompt, parameters = {}, samples }: RequestChoices = {}): ModelRequest {
  return {
    task: sampleTask,
    prompt,
    parameters: { temperature: 0, maxNewTokens: 1280, ...parameters },
    samples: samples ?? [{ index: 0 }],
  };
}

import type { SeparateOrder } from '../../schema/job.ts';
import { calibrationOf, type Task } from '../../schema/task.ts';

const definition = /^[ \t]*(?:async[ \t]+)?def[ \t]+(\w+)/gm;

/** What the separate judge needs to know of a task. Without an entry point it is the last function that the prompt defines. */
export function separateOrderOf({
  codePrompt,
  entryPoint = [...codePrompt.matchAll(definition)].at(-1)?.[1] ?? 'task_func',
}: Pick<Task, 'codePrompt'> & Partial<Pick<Task, 'entryPoint'>>): SeparateOrder {
  return { prompt: codePrompt === '' ? '' : calibrationOf({ codePrompt }), entryPoint };
}

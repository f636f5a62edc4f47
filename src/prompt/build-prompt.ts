import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { Prompt } from '../schema/prompt.ts';
import type { Split } from '../schema/split.ts';
import type { Task } from '../schema/task.ts';
import { stripPython } from '../util/python-text.ts';

/** The original's words, byte for byte: numbers are only comparable when the model is asked the same. */
export const defaultInstructionPrefix =
  'Please provide a self-contained Python script that solves the following problem in a markdown code block:';
export const defaultResponsePrefix =
  'Below is a Python script with a self-contained function that solves the problem and passes corresponding tests:';

/** Everything besides the task that decides what a model is shown; part of a run's identity. */
export interface PromptSettings {
  readonly split: Split;
  /** `base`: the raw prompt is completed; `chat`: one user message. */
  readonly kind: 'chat' | 'base';
  readonly instructionPrefix: string;
  readonly responsePrefix: string;
  /** Whether the answer is begun for the model. */
  readonly prefill: boolean;
  /** Takes the newlines around the task's prompt away first. */
  readonly stripNewlines: boolean;
}

export type PromptChoices = Pick<PromptSettings, 'split' | 'kind'> & {
  readonly [Key in Exclude<keyof PromptSettings, 'split' | 'kind'>]?: PromptSettings[Key] | undefined;
};

/** Fills in the original's words; a base model is only asked to complete, never to follow an instruction. */
export function resolvePromptSettings(choices: PromptChoices): PromptSettings {
  if (choices.kind === 'base' && choices.split === 'instruct') {
    throw new BigCodeBenchError(
      'USAGE',
      'A base model (--direct-completion) cannot follow instructions: use --split complete, or leave the flag out.',
    );
  }
  return {
    split: choices.split,
    kind: choices.kind,
    instructionPrefix: choices.instructionPrefix ?? defaultInstructionPrefix,
    responsePrefix: choices.responsePrefix ?? defaultResponsePrefix,
    prefill: choices.kind === 'chat' && (choices.prefill ?? false),
    stripNewlines: choices.stripNewlines ?? false,
  };
}

/** The exact prompt of a task. */
export function buildPrompt(task: Task, settings: PromptSettings): Prompt {
  const { split, kind, instructionPrefix, responsePrefix, prefill, stripNewlines } = settings;
  const whole = split === 'complete' ? task.completePrompt : task.instructPrompt;
  const text = stripNewlines ? whole.replace(/^\n+/, '').replace(/\n+$/, '') : whole;
  if (kind === 'base') return { form: 'completion', text };
  const problem = split === 'complete' ? `\`\`\`\n${stripPython(text)}\n\`\`\`` : stripPython(text);
  return {
    form: 'chat',
    messages: [{ role: 'user', content: `${instructionPrefix}\n${problem}\n` }],
    ...(prefill ? { prefill: `${responsePrefix}\n\`\`\`python\n` } : {}),
  };
}

import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { Optional } from '../schema/optional.ts';
import type { Prompt } from '../schema/prompt.ts';
import type { Split } from '../schema/split.ts';
import type { Task } from '../schema/task.ts';
import { stripText } from '../util/python-text.ts';

/** The original's words, byte for byte: scores are only comparable if models get the same prompts. */
export const defaultInstructionPrefix =
  'Please provide a self-contained Python script that solves the following problem in a markdown code block:';
export const defaultResponsePrefix =
  'Below is a Python script with a self-contained function that solves the problem and passes corresponding tests:';

/** Everything besides the task that affects what a model is shown; part of a run's identity. */
export interface PromptSettings {
  readonly split: Split;
  /** `base` completes the raw prompt; `chat` gets one user message. */
  readonly kind: 'chat' | 'base';
  readonly instructionPrefix: string;
  readonly responsePrefix: string;
  /** Whether to begin the answer for the model. */
  readonly prefill: boolean;
  /** Whether to strip newlines around the task's prompt first. */
  readonly stripNewlines: boolean;
}

export type PromptChoices = Pick<PromptSettings, 'split' | 'kind'> & Optional<PromptSettings>;

/** Fills in the original's words. A base model can only complete; it is never asked to follow instructions. */
export function resolvePromptSettings(choices: PromptChoices): PromptSettings {
  if (choices.kind === 'base' && choices.split === 'instruct') {
    throw new BigCodeBenchError(
      'USAGE',
      'A base model (--direct-completion) cannot follow instructions: use --split complete, or omit the flag.',
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
  const problem = split === 'complete' ? `\`\`\`\n${stripText(text)}\n\`\`\`` : stripText(text);
  return {
    form: 'chat',
    messages: [{ role: 'user', content: `${instructionPrefix}\n${problem}\n` }],
    ...(prefill ? { prefill: `${responsePrefix}\n\`\`\`python\n` } : {}),
  };
}

import { usageError } from '../error/bigcodebench-error.ts';
import type { Optional } from '../schema/optional.ts';
import type { Prompt } from '../schema/prompt.ts';
import type { SubmittedPrompt } from '../schema/submission.ts';
import type { Split, Task } from '../schema/task.ts';
import { stripText } from '../util/python-text.ts';

/** The original's words, byte for byte: scores are only comparable if models get the same prompts. */
export const defaultInstructionPrefix =
  'Please provide a self-contained Python script that solves the following problem in a markdown code block:';
export const defaultResponsePrefix =
  'Below is a Python script with a self-contained function that solves the problem and passes corresponding tests:';

/** Everything besides the task that affects what a model is shown; part of a run's identity. */
export type PromptSettings = Readonly<SubmittedPrompt> & { readonly split: Split };

export type PromptChoices = Pick<PromptSettings, 'split' | 'kind'> & Optional<PromptSettings>;

/** Fills in the original's words. A base model can only complete; it is never asked to follow instructions. */
export function resolvePromptSettings(choices: PromptChoices): PromptSettings {
  if (choices.kind === 'base' && choices.split === 'instruct') {
    const what = 'A base model (--direct-completion) cannot follow instructions';
    throw usageError(`${what}: use --split complete, or omit the flag.`);
  }
  const { split, kind, prefill = false, stripNewlines = false } = choices;
  const { instructionPrefix = defaultInstructionPrefix, responsePrefix = defaultResponsePrefix } = choices;
  return { split, kind, instructionPrefix, responsePrefix, prefill: kind === 'chat' && prefill, stripNewlines };
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

type ChatPrompt = Extract<Prompt, { form: 'chat' }>;

/** The prompt, the answers so far and what was said about each: what the model is sent to get the next one. */
export function buildConversation(
  prompt: ChatPrompt,
  turns: readonly Readonly<Record<'answer' | 'feedback', string>>[],
): ChatPrompt {
  const said = turns.flatMap(({ answer, feedback }): ChatPrompt['messages'] => [
    // Providers refuse messages without text.
    { role: 'assistant', content: `${prompt.prefill ?? ''}${answer.trim() === '' ? '(no answer)' : answer}` },
    { role: 'user', content: feedback },
  ]);
  return { ...prompt, messages: [...prompt.messages, ...said] };
}

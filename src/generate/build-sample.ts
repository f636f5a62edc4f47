import { splitThinking } from '../sanitize/think-tags.ts';
import type { AnswerRecord, RetryKind } from '../schema/generation-event.ts';
import type { Prompt } from '../schema/prompt.ts';
import type { Extraction, Sample } from '../schema/sample.ts';
import type { Task } from '../schema/task.ts';
import type { AnswerNote } from './answer-ledger.ts';

export interface Sanitized {
  readonly solution: string;
  readonly extraction?: Extraction;
}

/** Extracts the code from a raw answer. */
export type Sanitize = (rawText: string, task: Task) => Sanitized | Promise<Sanitized>;

/** Leaves an answer as it is. */
export const keepWhole: Sanitize = (rawText) => ({ solution: rawText });

export interface BuildSampleInput {
  readonly task: Task;
  readonly prompt: Prompt;
  readonly answer: AnswerRecord;
  readonly model: string;
  readonly sanitize: Sanitize;
  /** Replaces tabs with four spaces, as the original does for the engines it starts. */
  readonly expandsTabs: boolean;
  readonly thinkTags: boolean;
}

/** Turns a recorded answer into a sample: the text as the original would store it, and its code. */
export async function buildSample(input: BuildSampleInput): Promise<Sample> {
  const { task, prompt, answer, model, sanitize, expandsTabs, thinkTags } = input;
  const spaced = expandsTabs ? answer.text.replaceAll('\t', '    ') : answer.text;
  const thought = thinkTags ? splitThinking(spaced) : { text: spaced };
  const before = prompt.form === 'completion' ? prompt.text : '';
  const { solution, extraction } = await sanitize(before + thought.text, task);
  const reasoning = answer.reasoning ?? thought.reasoning;
  return {
    taskId: task.id,
    index: answer.index,
    solution,
    rawText: before + spaced,
    ...(reasoning === undefined ? {} : { reasoning }),
    model,
    finishReason: answer.finishReason,
    ...(answer.usage === undefined ? {} : { usage: answer.usage }),
    ...(extraction === undefined ? {} : { extraction }),
  };
}

const kinds: Record<RetryKind, (note: Pick<AnswerNote, 'finishReason' | 'isEmpty'>) => boolean> = {
  truncated: ({ finishReason }) => finishReason === 'length' || finishReason === 'repetition',
  empty: ({ finishReason, isEmpty }) =>
    isEmpty && finishReason !== 'content-filter' && finishReason !== 'context-too-long',
  refused: ({ finishReason }) => finishReason === 'content-filter',
  errors: ({ finishReason }) => ['error', 'other', 'context-too-long'].includes(finishReason),
};

/** What is odd about an answer; for most, nothing. */
export function kindsOf(note: Pick<AnswerNote, 'finishReason' | 'isEmpty'>): RetryKind[] {
  return (Object.keys(kinds) as RetryKind[]).filter((kind) => kinds[kind](note));
}

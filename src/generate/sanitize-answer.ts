import type { StrategyName } from '../sanitize/strategy.ts';
import type { RetryKind } from '../schema/log-event.ts';
import type { Sample } from '../schema/sample.ts';
import type { Task } from '../schema/task.ts';
import type { AnswerNote } from './answer-log.ts';

type Extracted = Pick<Sample, 'solution' | 'extraction'>;

export type Sanitize = (rawText: string, task: Task) => Extracted | Promise<Extracted>;

/** Extracts code from answers with the chosen strategy. */
export async function openSanitizer(strategy: StrategyName): Promise<Sanitize> {
  const { createSanitizer } = await import('../sanitize/sanitizer.ts');
  const { sanitize } = await createSanitizer();
  return (raw, { entryPoint }) => sanitize({ raw, entryPoint, strategy });
}

const kinds: Record<RetryKind, (note: Pick<AnswerNote, 'finishReason' | 'hasEmptyAnswer'>) => boolean> = {
  truncated: ({ finishReason }) => finishReason === 'length' || finishReason === 'repetition',
  empty: ({ finishReason, hasEmptyAnswer }) =>
    hasEmptyAnswer && finishReason !== 'content-filter' && finishReason !== 'context-too-long',
  refused: ({ finishReason }) => finishReason === 'content-filter',
  errors: ({ finishReason = 'stop' }) => ['error', 'other', 'context-too-long'].includes(finishReason),
};

/** What is odd about an answer; for most, nothing. */
export function kindsOf(note: Pick<AnswerNote, 'finishReason' | 'hasEmptyAnswer'>): RetryKind[] {
  return (Object.keys(kinds) as RetryKind[]).filter((kind) => kinds[kind](note));
}

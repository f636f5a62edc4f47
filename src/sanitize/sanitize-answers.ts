import type { Task } from '../schema/task.ts';
import type { SampleRecord } from '../upstream/read-samples.ts';
import { groupBy } from '../util/group-by.ts';
import type { Sanitized, Sanitizer } from './sanitizer.ts';
import { type StrategyName, strategyNames } from './strategy.ts';

export interface TextOptions {
  /** Restore the prompt if a fenced answer continues it, that is, if its first line is indented. */
  readonly calibrate?: boolean;
}

/** The text to extract a solution from; null if the model gave none. */
export function buildAnswerText(answer: SampleRecord, task: Task, { calibrate = false }: TextOptions = {}) {
  const { rawText, solution, completion } = answer;
  const text = rawText ?? solution ?? (completion === undefined ? null : `${task.completePrompt}\n${completion}`);
  if (text === null || !calibrate) return text;
  return text.replaceAll('```python\n    ', () => `\`\`\`python\n${task.completePrompt}    `);
}

/** The output line for a sanitized answer: the original's fields, all others, and how it was extracted. */
export function buildSanitizedLine(answer: SampleRecord, { solution, extraction }: Sanitized): Record<string, unknown> {
  const raw = answer.rawText ?? answer.solution ?? (answer.completion === undefined ? null : undefined);
  return {
    task_id: answer.taskId,
    solution,
    raw_solution: raw,
    completion: answer.completion,
    ...answer.extra,
    extraction,
  };
}

export type Comparison = ReturnType<typeof compareStrategies>;

export interface CompareOptions extends TextOptions {
  readonly answer: SampleRecord;
  readonly task: Task;
  readonly sanitizer: Sanitizer;
}

/** Extracts the code from one answer with every strategy; comparing them costs no tokens. */
export function compareStrategies({ answer, task, sanitizer, ...options }: CompareOptions) {
  const raw = buildAnswerText(answer, task, options);
  const { entryPoint } = task;
  const taken = Object.fromEntries(
    strategyNames.map((strategy) => [strategy, sanitizer.sanitize({ raw, entryPoint, strategy })]),
  ) as Record<StrategyName, Sanitized>;
  const groups = groupBy(strategyNames, (strategy) => normalizeCode(taken[strategy].solution));
  // By equal result; the group with `upstream` comes first.
  return { answer, taken, groups: [...groups.values()] };
}

/** Without blank lines and blanks at the ends of lines, which to Python make no difference outside of texts. */
export function normalizeCode(solution: string): string {
  const lines = solution.split('\n').map((line) => line.trimEnd());
  return lines.filter((line) => line !== '').join('\n');
}

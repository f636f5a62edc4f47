import type { BoardScore } from '../../schema/leaderboard.ts';
import { type Split, splitSchema } from '../../schema/split.ts';
import { type Result, rowOf } from '../result.ts';
import { type Contender, pickResult } from './contender.ts';

/** A contender that was judged on all tasks of the board. */
export interface Entrant {
  readonly contender: Contender;
  readonly results: Readonly<Partial<Record<Split, Result>>>;
  /** The score that ranks, task by task. */
  readonly row: Float64Array;
  /** The share of samples that pass, by split. */
  readonly rows: Readonly<Partial<Record<Split, Float64Array>>>;
  /** 0 or 1 of the first sample, by split. */
  readonly firstSamples: Readonly<Partial<Record<Split, Float64Array>>>;
}

export interface EnterInput {
  readonly contenders: readonly Contender[];
  readonly taskIds: readonly string[];
  readonly rankedBy: BoardScore;
}

export interface Entered {
  readonly entrants: Entrant[];
  readonly excluded: { readonly model: string; readonly reason: string }[];
}

/** Admits who has every task in every split that the ranking needs; says what the others lack. */
export function enter({ contenders, taskIds, rankedBy }: EnterInput): Entered {
  const entrants: Entrant[] = [];
  const excluded: Entered['excluded'] = [];
  for (const contender of contenders) {
    const needed = rankedBy === 'average' ? splitSchema.options : [rankedBy];
    const reasons = needed.flatMap((split) => describeLack(contender, split, taskIds) ?? []);
    if (reasons.length > 0) excluded.push({ model: contender.name, reason: reasons.join(' and ') });
    else entrants.push(buildEntrant(contender, needed, taskIds));
  }
  return { entrants, excluded };
}

function describeLack(contender: Contender, split: Split, taskIds: readonly string[]): string | undefined {
  if (pickResult(contender, split, taskIds)) return undefined;
  const [first] = contender.results[split] ?? [];
  if (!first) return `has no ${split} result`;
  const lacking = taskIds.filter((id) => !first.tasks.has(id));
  return `lacks ${lacking.length} of ${taskIds.length} tasks in ${split} (${lacking.slice(0, 3).join(', ')}${lacking.length > 3 ? ', …' : ''})`;
}

function buildEntrant(contender: Contender, needed: readonly Split[], taskIds: readonly string[]): Entrant {
  const results: Partial<Record<Split, Result>> = {};
  const rows: Partial<Record<Split, Float64Array>> = {};
  const firstSamples: Partial<Record<Split, Float64Array>> = {};
  for (const split of splitSchema.options) {
    const result = pickResult(contender, split, taskIds);
    if (!result) continue;
    results[split] = result;
    rows[split] = rowOf(result, taskIds);
    firstSamples[split] = Float64Array.from(taskIds, (id) => (result.tasks.get(id)?.status === 'pass' ? 1 : 0));
  }
  const row = Float64Array.from(
    taskIds,
    (_, task) => needed.reduce((sum, split) => sum + (rows[split]?.[task] ?? 0), 0) / needed.length,
  );
  return { contender, results, row, rows, firstSamples };
}

import { nameResults } from '../compare/name-results.ts';
import { type Result, rowOf } from '../compare/result.ts';
import { type Split, splitSchema } from '../schema/split.ts';
import { describeMean } from '../score/mean.ts';
import type { PublishedEntry } from '../upstream/board-file.ts';

/** A score in percent, and the verdicts behind it where they are known. */
export interface Score {
  readonly score: number;
  readonly result?: Result;
}

/** What is known of one model. */
export interface ModelScores extends Partial<Record<Split, Score>> {
  readonly model: string;
  /** Tuned to follow instructions; base models complete text. */
  readonly isTuned: boolean;
}

const tunedWord = /[-_](?:instruct|chat|it)(?![a-z])/i;

/** Scores by model: from results, and what a published board adds to them. */
export function gatherScores(results: readonly Result[], board: ReadonlyMap<string, PublishedEntry>): ModelScores[] {
  const models = new Map<string, ModelScores>();
  const put = (model: string, split: Split, score: Score) => {
    const known = models.get(model) ?? { model, isTuned: board.get(model)?.prompted ?? tunedWord.test(model) };
    if (known[split] === undefined) models.set(model, { ...known, [split]: score });
  };
  const names = nameResults(results, { joinsSplits: true });
  for (const [at, result] of results.entries()) {
    put(modelOf(names[at] ?? ''), result.conditions.split ?? 'complete', scoreOf(result));
  }
  for (const [model, entry] of board) {
    for (const split of splitSchema.options) {
      const score = entry['pass@1'][split];
      if (score !== null) put(model, split, { score });
    }
  }
  return [...models.values()];
}

export function scoreOf(result: Result): Score {
  return { score: 100 * describeMean(rowOf(result, [...result.tasks.keys()])).mean, result };
}

/** A file that is named by model and split alone has both in its name. */
export function modelOf(name: string): string {
  return name.replace(/--(?:complete|instruct)$/, '');
}

/** What a tuned model and its base have in common: the name without the words and versions that tell them apart. */
export function familyOf(model: string): string {
  const name = model.replace(tunedWord, '').replace(/[-_]base(?![a-z])/i, '');
  return name.replace(/[-_]v\d+(?:\.\d+)*$/i, '').toLowerCase();
}

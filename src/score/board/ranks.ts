import { createRandom } from '../../util/random.ts';
import { adjustHolm } from '../adjust-p.ts';
import { significance, testPair } from '../paired/compare-paired.ts';
import { defaultResamples } from '../resample-means.ts';

/** The rank of each score, the best first; equal scores share the better rank. */
export function rankScores(scores: Float64Array): Float64Array {
  const rankOf = new Map<number, number>();
  for (const [at, score] of scores.toSorted().reverse().entries()) {
    if (!rankOf.has(score)) rankOf.set(score, at + 1);
  }
  return scores.map((score) => rankOf.get(score) ?? 0);
}

/** The range of ranks that holds 95 of 100 resamples, for each model. */
export function rankRanges(resampled: readonly Float64Array[]): [number, number][] {
  return transpose(resampled.map(rankScores)).map((own) => {
    own.sort();
    const rankAt = (share: number) => own[Math.ceil(own.length * share) - 1] ?? 1;
    return [rankAt(0.025), rankAt(0.975)];
  });
}

/**
 * Draws tasks with replacement and scores every model on each draw, so that models share the luck of the draw: the scores of
 * all models, one array for each resample.
 */
export function resampleScores(rows: readonly Float64Array[], resamples = defaultResamples): Float64Array[] {
  const tasks = rows[0]?.length ?? 0;
  const random = createRandom(tasks);
  const columns = transpose(rows);
  return Array.from({ length: resamples }, () => {
    const weights = new Float64Array(tasks);
    for (let draw = 0; draw < tasks; draw++) {
      const task = Math.floor(random() * tasks);
      weights[task] = (weights[task] ?? 0) + 1;
    }
    const sums = new Float64Array(rows.length);
    for (const [task, column] of columns.entries()) addWeighted(sums, column, weights[task] ?? 0);
    return sums.map((sum) => sum / tasks);
  });
}

function addWeighted(sums: Float64Array, column: Float64Array, weight: number): void {
  if (weight === 0) return;
  for (let model = 0; model < sums.length; model++) {
    sums[model] = (sums[model] ?? 0) + weight * (column[model] ?? 0);
  }
}

/** Rows as columns: of scores by resample, those of each model. */
export function transpose(rows: readonly Float64Array[]): Float64Array[] {
  return Array.from(rows[0] ?? [], (_, column) => Float64Array.from(rows, (row) => row[column] ?? 0));
}

/**
 * Groups models that cannot be told apart: the best one opens a tier, every model that is not significantly below it (paired
 * test, Holm over those that are left) joins, and the best of the rest opens the next. Counted from 1.
 */
export function assignTiers(rows: readonly Float64Array[]): number[] {
  const tiers = Array<number>(rows.length).fill(0);
  let left = rows
    .map((row, model) => ({ model, row, score: row.reduce((sum, value) => sum + value, 0) }))
    .sort((a, b) => b.score - a.score || a.model - b.model);
  for (let tier = 1; left.length > 0; tier++) {
    const [leader, ...others] = left;
    if (!leader) break;
    tiers[leader.model] = tier;
    const adjusted = adjustHolm(others.map(({ row }) => testPair(leader.row, row)));
    left = others.filter(({ model }, at) => {
      const isBelow = (adjusted[at] ?? 1) < significance;
      if (!isBelow) tiers[model] = tier;
      return isBelow;
    });
  }
  return tiers;
}

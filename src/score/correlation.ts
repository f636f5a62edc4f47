import type { Estimate } from '../schema/score.ts';
import { createRandom } from '../util/random.ts';
import { interval95, meanOf } from './values.ts';

const resamples = 2000;

/**
 * Pearson's and Spearman's (Pearson's of the ranks), each with a 95% interval over pairs drawn with replacement, which keep
 * their ranks. Where they are not defined there are none.
 */
export function estimateCorrelations(a: readonly number[], b: readonly number[]) {
  const sides = { Pearson: [a, b], Spearman: [rankAverage(a), rankAverage(b)] } as const;
  return Object.entries(sides).flatMap(([name, [one, other]]) => {
    const found = estimatePearson(one, other);
    return found ? [{ name, ...found }] : [];
  });
}

function estimatePearson(a: readonly number[], b: readonly number[]): Pick<Estimate, 'value' | 'interval'> | undefined {
  const value = correlatePearson(a, b);
  if (a.length < 3 || Number.isNaN(value)) return undefined;
  const random = createRandom(a.length);
  const drawn = Array.from({ length: resamples }, () => {
    const places = a.map(() => Math.floor(random() * a.length));
    const [one = [], other = []] = [a, b].map((side) => places.map((at) => side[at] ?? 0));
    return correlatePearson(one, other);
  });
  // A resample of few pairs may not vary at all.
  return { value, interval: interval95(Float64Array.from(drawn.filter((each) => !Number.isNaN(each))).sort()) };
}

/** Pearson's correlation; NaN where one side does not vary. */
function correlatePearson(a: readonly number[], b: readonly number[]): number {
  if ([a, b].some((side) => side.every((value) => value === side[0]))) return Number.NaN;
  const [meanA, meanB] = [meanOf(a), meanOf(b)];
  let [products, squaresA, squaresB] = [0, 0, 0];
  for (const [at, one] of a.entries()) {
    const [x, y] = [one - meanA, (b[at] ?? 0) - meanB];
    products += x * y;
    squaresA += x * x;
    squaresB += y * y;
  }
  return products / Math.sqrt(squaresA * squaresB);
}

/** Ranks from 1; equal values share the mean of theirs. */
function rankAverage(values: readonly number[]): number[] {
  const sorted = [...values].sort((one, other) => one - other);
  const ranks = new Map<number, number>();
  for (const [at, value] of sorted.entries()) {
    if (!ranks.has(value)) ranks.set(value, (at + sorted.lastIndexOf(value)) / 2 + 1);
  }
  return values.map((value) => ranks.get(value) ?? 0);
}

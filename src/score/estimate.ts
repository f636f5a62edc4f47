import type { Estimate } from '../schema/score.ts';
import { createRandom } from '../util/random.ts';
import { createTaskDraw } from './resample-means.ts';
import { describeMean, interval95 } from './values.ts';

/** The 97.5th percentile of the normal distribution. */
export const z95 = 1.959963984540054;
const resamples = 2000;

/**
 * The mean of one value per task, with the uncertainty from the choice of tasks. `wilson` adds the Wilson interval: only
 * for shares that are a mean of passes.
 */
export function estimateMean(values: readonly number[], options: { readonly wilson?: boolean } = {}): Estimate {
  const { mean: value, variance } = describeMean(values);
  const standardError = Math.sqrt(variance);
  const wilson = wilsonInterval(value, effectiveCount(values.length, value, standardError));
  // If all tasks are solved, or none, every resample is the same. That is not certainty.
  const isUnanimous = values.every((each) => each === 0) || values.every((each) => each === 1);
  return {
    value,
    standardError,
    interval: isUnanimous ? wilson : bootstrapInterval(values),
    ...(options.wilson ? { wilson } : {}),
  };
}

/** 95% interval of a share of `count` independent trials. */
export function wilsonInterval(share: number, count: number): [number, number] {
  if (count === 0) return [0, 1];
  const square = z95 ** 2;
  const centre = (share + square / (2 * count)) / (1 + square / count);
  const reach = (z95 / (1 + square / count)) * Math.sqrt((share * (1 - share)) / count + square / (4 * count ** 2));
  return [Math.max(0, centre - reach), Math.min(1, centre + reach)];
}

/** Percentiles of the mean over tasks drawn with replacement, with a fixed seed: same values, same interval. */
export function bootstrapInterval(values: readonly number[]): [number, number] {
  const count = values.length;
  if (count === 0) return [0, 1];
  const drawSum = createTaskDraw(values, createRandom(count));
  return interval95(Float64Array.from({ length: resamples }, () => drawSum() / count).sort());
}

/** How many independent trials would be as certain as these tasks with several samples each. */
function effectiveCount(count: number, share: number, standardError: number): number {
  return standardError === 0 ? count : Math.max(count, (share * (1 - share)) / standardError ** 2);
}

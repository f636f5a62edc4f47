import { createRandom } from '../util/random.ts';
import { createBinomialSampler } from './binomial-sampler.ts';

export interface ResampleOptions {
  readonly resamples?: number;
  readonly seed?: number;
}

export const defaultResamples = 10_000;
/** Up to this many different values, drawing how often each occurs is cheaper than drawing one value after the other. */
const fewValues = 16;

/**
 * Bootstrap means of one value per task: tasks are drawn with replacement, as many as there are. Sorted; the same values
 * and seed give the same means.
 */
export function resampleMeans(values: Float64Array, options: ResampleOptions = {}): Float64Array {
  const { resamples = defaultResamples, seed = values.length } = options;
  const random = createRandom(seed);
  const counts = countValues(values);
  const drawSum = counts.size <= fewValues ? createCountDraw(counts, random) : createTaskDraw(values, random);
  const means = new Float64Array(resamples);
  for (let at = 0; at < resamples; at++) means[at] = drawSum() / values.length;
  return means.sort();
}

function countValues(values: Float64Array): Map<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
    if (counts.size > fewValues) break;
  }
  return counts;
}

function createTaskDraw(values: Float64Array, random: () => number): () => number {
  const count = values.length;
  return () => {
    let sum = 0;
    for (let task = 0; task < count; task++) sum += values[Math.floor(random() * count)] ?? 0;
    return sum;
  };
}

/** How often each value is drawn is multinomial: one binomial after the other. Zero is left for last, since it adds nothing. */
function createCountDraw(counts: ReadonlyMap<number, number>, random: () => number): () => number {
  const draw = createBinomialSampler(random);
  const entries = [...counts].sort(([a], [b]) => Math.abs(b) - Math.abs(a) || a - b);
  const total = entries.reduce((sum, [, count]) => sum + count, 0);
  return () => {
    let sum = 0;
    let tasksLeft = total;
    let weightLeft = total;
    for (const [value, count] of entries) {
      if (value === 0 || tasksLeft === 0) break;
      const drawn = draw(tasksLeft, count / weightLeft);
      sum += drawn * value;
      tasksLeft -= drawn;
      weightLeft -= count;
    }
    return sum;
  };
}

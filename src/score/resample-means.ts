import { groupBy } from '../util/group-by.ts';
import { createRandom } from '../util/random.ts';
import { createMultinomialDraw } from './binomial-sampler.ts';

export const defaultResamples = 10_000;
/** Up to this many different values, drawing how often each occurs is cheaper than drawing one value after the other. */
const fewValues = 16;

/**
 * Bootstrap means of one value per task: tasks are drawn with replacement, as many as there are. Sorted; the same values
 * give the same means.
 */
export function resampleMeans(values: Float64Array, resamples = defaultResamples): Float64Array {
  const random = createRandom(values.length);
  const groups = groupBy(values, (value) => value);
  const drawSum = groups.size <= fewValues ? createCountDraw(groups, random) : createTaskDraw(values, random);
  return Float64Array.from({ length: resamples }, () => drawSum() / values.length).sort();
}

/** Sums of values drawn with replacement, as many as there are. */
export function createTaskDraw(values: Float64Array | readonly number[], random: () => number): () => number {
  const count = values.length;
  return () => {
    let sum = 0;
    for (let task = 0; task < count; task++) sum += values[Math.floor(random() * count)] ?? 0;
    return sum;
  };
}

/** The same sums, by how often each value is drawn. Zero comes last, since it takes no random number there. */
function createCountDraw(groups: ReadonlyMap<number, readonly number[]>, random: () => number): () => number {
  const entries = [...groups].sort(([a], [b]) => Math.abs(b) - Math.abs(a) || a - b);
  const counts = Float64Array.from(entries, ([, { length }]) => length);
  const draw = createMultinomialDraw(counts, random);
  return () => draw().reduce((sum, drawn, at) => sum + drawn * (entries[at]?.[0] ?? 0), 0);
}

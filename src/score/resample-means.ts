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
function createCountDraw(counts: ReadonlyMap<number, number>, random: () => number): () => number {
  const entries = [...counts].sort(([a], [b]) => Math.abs(b) - Math.abs(a) || a - b);
  const values = entries.map(([value]) => value);
  const draw = createMultinomialDraw(
    Float64Array.from(entries, ([, count]) => count),
    random,
  );
  return () => draw().reduce((sum, drawn, at) => sum + drawn * (values[at] ?? 0), 0);
}

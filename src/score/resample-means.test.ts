import { expect, test } from 'vitest';
import { createRandom } from '../util/random.ts';
import { bootstrapInterval } from './estimate.ts';
import { resampleMeans } from './resample-means.ts';
import { quantile } from './values.ts';

function sample(length: number, draw: (random: () => number) => number): Float64Array {
  const random = createRandom(3);
  return Float64Array.from({ length }, () => draw(random));
}

const deviationOf = (means: Float64Array) => {
  const mean = means.reduce((sum, value) => sum + value, 0) / means.length;
  return Math.sqrt(means.reduce((sum, value) => sum + (value - mean) ** 2, 0) / means.length);
};

test.each([
  ['few values, drawn by how often each occurs', sample(1140, (random) => Math.floor(random() * 3) - 1)],
  ['many values, drawn one by one', sample(1140, (random) => random() - 0.5)],
])('%s: as wide as theory says', (_, values) => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  const means = resampleMeans(values);
  expect(means).toHaveLength(10_000);
  expect(deviationOf(means) / Math.sqrt(variance / values.length)).toBeCloseTo(1, 1);
  const [low, high] = bootstrapInterval([...values]);
  expect(quantile(means, 0.025)).toBeCloseTo(low, 2);
  expect(quantile(means, 0.975)).toBeCloseTo(high, 2);
  expect(resampleMeans(values)).toEqual(means);
});

test('every mean is one that tasks drawn with replacement can have', () => {
  const means = resampleMeans(Float64Array.from([1, 0, -1, 1]));
  expect(means.every((mean) => Number.isInteger(mean * 4) && Math.abs(mean) <= 1)).toBe(true);
});

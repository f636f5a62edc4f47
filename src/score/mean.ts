/** The mean of some values; 0 of none. */
export function meanOf(values: Float64Array | readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / Math.max(1, values.length);
}

/** The mean of some values, and the variance of that mean. */
export function describeMean(values: Float64Array | readonly number[]): {
  readonly mean: number;
  readonly variance: number;
} {
  const count = values.length;
  const mean = meanOf(values);
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  return { mean, variance: count < 2 ? 0 : squares / (count - 1) / count };
}

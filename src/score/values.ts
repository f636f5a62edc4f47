/** The mean of some values; 0 of none. */
export function meanOf(values: Float64Array | readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / Math.max(1, values.length);
}

export function describeMean(values: Float64Array | readonly number[]) {
  const count = values.length;
  const mean = meanOf(values);
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  return { mean, variance: count < 2 ? 0 : squares / (count - 1) / count };
}

/** The value below which this share of a sorted sample lies, interpolated between neighbors. */
export function quantile(sorted: Float64Array, at: number): number {
  const position = at * (sorted.length - 1);
  const below = Math.floor(position);
  const low = sorted[below] ?? 0;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? low;
  return low + (high - low) * (position - below);
}

/** The middle 95% of a sorted sample. */
export function interval95(sorted: Float64Array): [number, number] {
  return [quantile(sorted, 0.025), quantile(sorted, 0.975)];
}

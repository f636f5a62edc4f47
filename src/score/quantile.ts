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

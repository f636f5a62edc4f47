/** A range of shares that holds these intervals with some room, in steps of ten percent; all of it for wide ones. */
export function zoomTo(intervals: readonly (readonly [number, number])[]): [number, number] {
  const low = Math.min(1, ...intervals.map(([from]) => from));
  const high = Math.max(0, ...intervals.map(([, to]) => to));
  if (intervals.length === 0 || high - low > 0.6) return [0, 1];
  return [Math.max(0, Math.floor(10 * low - 0.2) / 10), Math.min(1, Math.ceil(10 * high + 0.2) / 10)];
}

import type { Estimate, GroupScore } from '../schema/score.ts';

/** `49.6%`. */
export function formatShare(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}

/** `49.6% (46.7–52.5)`: the value and its 95% interval. */
export function formatEstimate({ value, interval: [low, high] }: Pick<Estimate, 'value' | 'interval'>): string {
  return `${formatShare(value)} (${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)})`;
}

/** `49.4–50.1%`. */
export function formatRange([low, high]: readonly [number, number]): string {
  return `${(100 * low).toFixed(1)}–${formatShare(high)}`;
}

/** `on the 900 verified tasks`. */
export function describeVerified({ tasks }: Pick<GroupScore, 'tasks'>): string {
  return `on the ${tasks} verified tasks`;
}

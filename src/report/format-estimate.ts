import type { Estimate } from '../schema/score.ts';

/** `49.6%`. */
export function formatShare(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}

/** `49.6% (46.7–52.5)`: the value and its 95% interval. */
export function formatEstimate({ value, interval: [low, high] }: Estimate): string {
  return `${formatShare(value)} (${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)})`;
}

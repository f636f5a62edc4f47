import type { ChanceScore, Estimate, FullEstimate, GroupScore } from '../schema/score.ts';
import type { Split } from '../schema/split.ts';

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

export function describeConfirmed({ changed, confirmed }: ChanceScore): string {
  return `other seeds change ${changed} of ${confirmed} re-run samples`;
}

/** Where an estimate of the full score comes from, and what it was never tried on. */
export function describeFullEstimate({ split }: { readonly split: Split }, { judged, tasks }: FullEstimate): string {
  const tried = split === 'complete' ? '' : '; its error was measured on complete';
  return `from ${judged} of ${tasks} tasks${tried}`;
}

/** `on the 900 verified tasks`. */
export function describeVerified({ tasks }: Pick<GroupScore, 'tasks'>): string {
  return `on the ${tasks} verified tasks`;
}

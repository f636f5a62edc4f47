import type { Estimate } from '../../../src/schema/score.ts';
import { formatInterval, formatShare } from './format.ts';

/** A score on a line from 0 to 100%: a dot, and its 95% interval as a band. */
export function EstimateBar({ estimate }: { readonly estimate: Estimate }) {
  const [low, high] = estimate.interval;
  return (
    <span aria-hidden="true" className="relative block h-2 w-full min-w-16 rounded-full bg-sunken">
      <span
        className="absolute inset-y-0 rounded-full bg-accent opacity-30"
        style={{ left: `${100 * low}%`, width: `${100 * Math.max(0.005, high - low)}%` }}
      />
      <span
        className="absolute top-1/2 size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-card bg-accent"
        style={{ left: `${100 * estimate.value}%` }}
      />
    </span>
  );
}

/** `49.6%` over `46.7–52.5`. */
export function EstimateText({ estimate }: { readonly estimate: Estimate }) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      <span className="font-semibold">{formatShare(estimate.value)}</span>{' '}
      <span className="text-faint text-small">{formatInterval(estimate.interval)}</span>
    </span>
  );
}

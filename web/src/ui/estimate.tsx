import type { Estimate } from '../../../src/schema/score.ts';

interface EstimateBarProps {
  readonly estimate: Pick<Estimate, 'value' | 'interval'>;
  /** The shares at both ends of the line. */
  readonly domain?: readonly [number, number];
}

/** A score on a line: a dot, and its 95% interval as a band. */
export function EstimateBar({ estimate, domain: [from, to] = [0, 1] }: EstimateBarProps) {
  const [low, high] = estimate.interval;
  const place = (share: number) => 100 * Math.min(1, Math.max(0, (share - from) / (to - from)));
  return (
    <span aria-hidden="true" className="relative block h-2 w-full min-w-16 rounded-full bg-sunken">
      <span
        className="absolute inset-y-0 rounded-full bg-accent opacity-30"
        style={{ left: `${place(low)}%`, width: `${Math.max(0.5, place(high) - place(low))}%` }}
      />
      <span
        className="absolute top-1/2 size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-card bg-accent"
        style={{ left: `${place(estimate.value)}%` }}
      />
    </span>
  );
}

import type { ComparedSlice, Comparison, Mismatch } from '../../schema/comparison.ts';

/** `+2.4`, `−0.5`, `0.0`: a difference in points. */
export function formatPoints(points: number): string {
  const text = Math.abs(points).toFixed(1);
  return points === 0 ? text : `${points > 0 ? '+' : '−'}${text}`;
}

/** `+0.4 to +4.4`. */
export function formatRange([low, high]: readonly [number, number]): string {
  return `${formatPoints(low)} to ${formatPoints(high)}`;
}

/** `p = 0.018`, `p < 0.001`. */
export function formatP(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`;
}

/** A count that is whole for single samples. */
export function formatCount(count: number): string {
  return Number.isInteger(count) ? String(count) : count.toFixed(1);
}

/** `$0.0031`. */
export function formatCost(usd: number): string {
  return `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
}

const significance = 0.05;

/** The finding in one sentence. */
export function summarizeComparison({ a, b, delta, p, smallest_gap }: Comparison): string {
  if (p < significance) {
    const [better, worse] = delta > 0 ? [b, a] : [a, b];
    return `${better.name} is better than ${worse.name}: ${formatPoints(Math.abs(delta)).slice(1)} points (${formatP(p)}).`;
  }
  return `No difference can be shown between ${a.name} and ${b.name} (${formatP(p)}); it would have taken ${smallest_gap.toFixed(1)} points.`;
}

/** What the gate decided. */
export function describeGate({ gate, a, b }: Comparison): string | undefined {
  if (!gate) return undefined;
  const sure = `${Math.round(100 * (1 - gate.alpha))}% confidence`;
  const bound = `at ${sure} ${b.name} is at most ${gate.worst_loss.toFixed(1)} points worse than ${a.name}`;
  return gate.passed ? `Gate passed: ${bound}.` : `Gate failed: ${bound}, and ${gate.margin} was the limit.`;
}

export function describeNoise({ noise }: Comparison): string | undefined {
  if (!noise) return undefined;
  return `Noise of the difference: ±${noise.total.toFixed(2)} points, of which tasks ±${noise.tasks.toFixed(2)} and sampling ±${noise.sampling.toFixed(2)}. What would help is ${noise.hint}.`;
}

export function describeMismatch({ field, a, b }: Mismatch): string {
  return `Not measured alike: ${field} is ${a} in A and ${b} in B.`;
}

/** Slices whose adjusted p is below the level come first, then the largest differences. */
export function orderSlices(slices: readonly ComparedSlice[]): ComparedSlice[] {
  return [...slices].sort((one, other) => one.p - other.p || Math.abs(other.delta) - Math.abs(one.delta));
}

export const sliceTitles = {
  by_domain: 'By domain',
  by_library: 'By library',
  by_difficulty: 'By difficulty',
} as const;

export const exploratory = 'Slices are exploratory: p is adjusted for looking at all of them (Benjamini–Hochberg).';

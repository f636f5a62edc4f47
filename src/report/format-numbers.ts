import type { Usage } from '../schema/sample.ts';
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

/** `$0.0031`, `$12.50`. */
export function formatCost(usd: number): string {
  return `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
}

/** `12,000`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** `12,000 in, 8,000 out`, with what was cached or thought; empty where nothing is known. */
export function formatUsage({ inputTokens, cachedTokens, outputTokens, reasoningTokens }: Usage = {}): string {
  const input = inputTokens === undefined ? '' : `${formatCount(inputTokens)} in`;
  const cached = cachedTokens ? ` (${formatCount(cachedTokens)} cached)` : '';
  const output = outputTokens === undefined ? '' : `${formatCount(outputTokens)} out`;
  const reasoning = reasoningTokens ? ` (${formatCount(reasoningTokens)} reasoning)` : '';
  return [`${input}${cached}`, `${output}${reasoning}`].filter((part) => part !== '').join(', ');
}

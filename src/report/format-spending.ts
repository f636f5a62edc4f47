import type { Usage } from '../schema/sample.ts';

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

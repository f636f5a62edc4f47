import { z } from 'zod';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { Usage } from '../schema/sample.ts';
import { matchesGlob } from '../util/glob.ts';

/** US dollars per million tokens. `cached` is for input read from the provider's cache; without it, it costs as input. */
export const priceSchema = z.strictObject({
  input: z.number().nonnegative(),
  cached: z.number().nonnegative().optional(),
  output: z.number().nonnegative(),
  /** The day the price was looked up. */
  asOf: z.string().optional(),
});

export type Price = z.infer<typeof priceSchema>;

const pricesSchema = z.record(z.string(), priceSchema);

type Row = readonly [pattern: string, input: number, cached: number | undefined, output: number];

/** List prices of 2025-10-01, the most special pattern first. Providers change them: the config file's `prices` wins. */
const asOf = '2025-10-01';
const table: readonly Row[] = [
  ['openai:gpt-5-nano*', 0.05, 0.005, 0.4],
  ['openai:gpt-5-mini*', 0.25, 0.025, 2],
  ['openai:gpt-5-pro*', 15, undefined, 120],
  ['openai:gpt-5', 1.25, 0.125, 10],
  ['openai:gpt-5-20*', 1.25, 0.125, 10],
  ['openai:gpt-5-chat*', 1.25, 0.125, 10],
  ['openai:gpt-4.1-nano*', 0.1, 0.025, 0.4],
  ['openai:gpt-4.1-mini*', 0.4, 0.1, 1.6],
  ['openai:gpt-4.1*', 2, 0.5, 8],
  ['openai:gpt-4o-mini*', 0.15, 0.075, 0.6],
  ['openai:gpt-4o', 2.5, 1.25, 10],
  ['openai:gpt-4o-2024-05-13', 5, undefined, 15],
  ['openai:gpt-4o-20*', 2.5, 1.25, 10],
  ['openai:gpt-4-turbo*', 10, undefined, 30],
  ['openai:gpt-3.5-turbo*', 0.5, undefined, 1.5],
  ['openai:o1-mini*', 1.1, 0.55, 4.4],
  ['openai:o1*', 15, 7.5, 60],
  ['openai:o3-mini*', 1.1, 0.55, 4.4],
  ['openai:o3', 2, 0.5, 8],
  ['openai:o3-20*', 2, 0.5, 8],
  ['openai:o4-mini*', 1.1, 0.275, 4.4],
  ['anthropic:claude-opus-4-1*', 15, 1.5, 75],
  ['anthropic:claude-opus-4-20*', 15, 1.5, 75],
  ['anthropic:claude-sonnet-4*', 3, 0.3, 15],
  ['anthropic:claude-3-7-sonnet*', 3, 0.3, 15],
  ['anthropic:claude-3-5-sonnet*', 3, 0.3, 15],
  ['anthropic:claude-3-5-haiku*', 0.8, 0.08, 4],
  ['anthropic:claude-3-opus*', 15, 1.5, 75],
  ['anthropic:claude-3-haiku*', 0.25, 0.03, 1.25],
  ['google:gemini-2.5-pro*', 1.25, 0.31, 10],
  ['google:gemini-2.5-flash-lite*', 0.1, 0.025, 0.4],
  ['google:gemini-2.5-flash*', 0.3, 0.075, 2.5],
  ['google:gemini-2.0-flash-lite*', 0.075, undefined, 0.3],
  ['google:gemini-2.0-flash*', 0.1, 0.025, 0.4],
  ['mistral:mistral-large*', 2, undefined, 6],
  ['mistral:mistral-medium*', 0.4, undefined, 2],
  ['mistral:mistral-small*', 0.1, undefined, 0.3],
  ['mistral:codestral*', 0.3, undefined, 0.9],
];

/** What a model costs: the user's table, then ours; undefined where nobody knows. */
export function priceOf(name: string, userTable: unknown = {}): Price | undefined {
  const parsed = pricesSchema.safeParse(userTable);
  if (!parsed.success) {
    throw new BigCodeBenchError(
      'CONFIG',
      `\`prices\` of the config file must map models to { input, output, cached? } in dollars per million tokens: ${z.prettifyError(parsed.error)}`,
    );
  }
  const own = Object.entries(parsed.data).find(([pattern]) => matchesGlob(name, pattern));
  if (own) return own[1];
  const row = table.find(([pattern]) => matchesGlob(name, pattern));
  if (!row) return undefined;
  const [, input, cached, output] = row;
  return { input, output, asOf, ...(cached === undefined ? {} : { cached }) };
}

/** Dollars for what was used. */
export function costOf(usage: Usage, price: Price): number {
  const cached = usage.cachedTokens ?? 0;
  const fresh = Math.max(0, (usage.inputTokens ?? 0) - cached);
  return (
    (fresh * price.input + cached * (price.cached ?? price.input) + (usage.outputTokens ?? 0) * price.output) / 1e6
  );
}

import { z } from 'zod';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { Usage } from '../schema/sample.ts';
import { matchesGlob } from '../util/glob.ts';
import { readJsonAsset } from '../util/read-asset.ts';

/** US dollars per million tokens. `cached` is for input read from the provider's cache; default: the price of `input`. */
export const priceSchema = z.strictObject({
  input: z.number().nonnegative(),
  cached: z.number().nonnegative().optional(),
  output: z.number().nonnegative(),
  /** The day the price was looked up. */
  asOf: z.string().optional(),
});

export type Price = z.infer<typeof priceSchema>;

const pricesSchema = z.record(z.string(), priceSchema);

type Row = readonly [input: number, cached: number, output: number];

/** The shipped list prices by provider or host, then by model; `node scripts/refresh-prices.mjs` updates them. */
export const priceTable = readJsonAsset<{
  readonly source: string;
  readonly asOf: string;
  readonly prices: Readonly<Record<string, Readonly<Record<string, Row>>>>;
}>('prices.json');

export interface PriceOptions {
  /** The config file's `prices`, which override the shipped ones. */
  readonly prices?: unknown;
  /** The model's address: several hosts speak OpenAI's protocol, each with its own prices. */
  readonly baseUrl?: string | undefined;
}

/** What `provider:model-id` costs; undefined if unknown. */
export function priceOf(name: string, { prices, baseUrl }: PriceOptions = {}): Price | undefined {
  const own = Object.entries(parsePrices(prices)).find(([pattern]) => matchesGlob(name, pattern));
  return own ? own[1] : listPriceOf(name, baseUrl);
}

/** Said before any money is spent. */
export function describeUnknownPrice(name: string, consequence = 'its cost cannot be estimated'): string {
  return `No price is known for ${name}, so ${consequence}. Add one under \`prices\` in your config file.`;
}

function parsePrices(prices: unknown = {}): Readonly<Record<string, Price>> {
  const parsed = pricesSchema.safeParse(prices);
  if (parsed.success) return parsed.data;
  const sentence = 'must map models to { input, output, cached? } in dollars per million tokens';
  throw new BigCodeBenchError('CONFIG', `\`prices\` in the config file ${sentence}: ${z.prettifyError(parsed.error)}`);
}

function listPriceOf(name: string, baseUrl: string | undefined): Price | undefined {
  const { asOf, prices } = priceTable;
  const colon = name.indexOf(':');
  const host = baseUrl === undefined ? '' : new URL(baseUrl).hostname;
  const models = prices[host] ?? prices[name.slice(0, colon)] ?? {};
  const modelId = name.slice(colon + 1);
  // A snapshot costs what its model costs unless the table says otherwise.
  const row = models[modelId] ?? models[modelId.replace(/-20\d\d-?\d\d-?\d\d$/, '')];
  if (!row) return undefined;
  const [input, cached, output] = row;
  return { input, cached, output, asOf };
}

/** Dollars for what was used. */
export function costOf(usage: Usage, price: Price): number {
  const cached = usage.cachedTokens ?? 0;
  const fresh = Math.max(0, (usage.inputTokens ?? 0) - cached);
  return (
    (fresh * price.input + cached * (price.cached ?? price.input) + (usage.outputTokens ?? 0) * price.output) / 1e6
  );
}

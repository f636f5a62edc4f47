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

/** What `provider:model-id` costs: by the config file's `prices`, else as shipped for the host of `baseUrl`. */
export function priceOf(
  name: string,
  { prices = {}, baseUrl }: { readonly prices?: unknown; readonly baseUrl?: string | undefined } = {},
): Price | undefined {
  const parsed = pricesSchema.safeParse(prices);
  if (!parsed.success) {
    const what =
      '`prices` in the config file must map models to { input, output, cached? } in dollars per million tokens';
    throw new BigCodeBenchError('CONFIG', `${what}: ${z.prettifyError(parsed.error)}`);
  }
  const own = Object.entries(parsed.data).find(([pattern]) => matchesGlob(name, pattern));
  return own ? own[1] : listPriceOf(name, baseUrl);
}

/** Said before any money is spent. */
export function describeUnknownPrice(name: string, consequence = 'its cost cannot be estimated'): string {
  return `No price is known for ${name}, so ${consequence}. Add one under \`prices\` in your config file.`;
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

export function costOf({ inputTokens = 0, cachedTokens = 0, outputTokens = 0 }: Usage, price: Price): number {
  const fresh = Math.max(0, inputTokens - cachedTokens);
  return (fresh * price.input + cachedTokens * (price.cached ?? price.input) + outputTokens * price.output) / 1e6;
}

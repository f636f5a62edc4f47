import { usageError } from '../../error/bigcodebench-error.ts';
import { describeUnknownPrice } from '../../model/prices.ts';
import { formatCost } from '../../report/format-spending.ts';
import { renderTable } from '../../report/text-table.ts';
import { estimatePlans, type PlanEstimate } from '../../run/estimate-plans.ts';
import { namePlans } from '../../run/run-plans.ts';
import { countOf } from '../../util/count-of.ts';
import type { CommandContext } from '../command.ts';
import { confirm } from '../run-context.ts';

type Prepared = Parameters<typeof estimatePlans>[0];

/** Says, before the first request, what all runs of a command will cost together, and asks once where that is much. */
export async function announceCost(context: CommandContext, prepared: Prepared): Promise<void> {
  const { stderr } = context;
  const { maxCost, confirmAbove } = context.options;
  const estimates = await estimatePlans(prepared);
  const names = namePlans(prepared.plans);
  const named = estimates.map((estimate, at) => ({ ...estimate, name: names[at] ?? '' }));
  const missing = named.filter(({ samples, repairs }) => samples + repairs > 0);
  const unknown = missing.filter(({ costUsd }) => costUsd === undefined).map(({ plan }) => plan.model.name);
  for (const name of new Set(unknown)) stderr.write(`${describeUnknownPrice(name)}\n`);
  const paid = missing.filter(({ mostCostUsd = 0 }) => mostCostUsd > 0);
  if (paid.length === 0) return;
  stderr.write(`${describePaid(paid)}\n`);
  // Who sets --max-cost has answered already.
  if (maxCost !== undefined || sumOf(paid, 'costUsd') <= confirmAbove) return;
  if (!(await confirm(context, 'Continue?'))) throw usageError('Cancelled; no request was sent.');
}

function describePaid(paid: readonly (PlanEstimate & { readonly name: string })[]): string {
  const samples = sumOf(paid, 'samples');
  const isBounded = paid.every(({ plan }) => plan.model.capabilities.maxTokens);
  const limit = isBounded ? `, at most ${formatCost(sumOf(paid, 'mostCostUsd'))}` : '';
  const asOf = paid[0]?.plan.model.price?.asOf;
  const cost = `about ${formatCost(sumOf(paid, 'costUsd'))}${limit}${asOf === undefined ? '' : ` (prices of ${asOf})`}`;
  const [only, ...others] = paid;
  const repairs = sumOf(paid, 'repairs');
  const asked = `${countOf(samples, 'sample')}${repairs === 0 ? '' : ` and at most ${countOf(repairs, 'repair')}`}`;
  if (others.length === 0) return `${asked} of ${only?.name} will cost ${cost}.`;
  const rows = paid.map((each) => [
    each.name,
    countOf(each.samples, 'sample'),
    `about ${formatCost(each.costUsd ?? 0)}`,
  ]);
  return `${renderTable(rows, { right: [1], indent: '  ' })}\n${asked} in ${paid.length} runs will cost ${cost}.`;
}

export function sumOf(
  estimates: readonly PlanEstimate[],
  key: 'samples' | 'repairs' | 'costUsd' | 'mostCostUsd',
): number {
  return estimates.reduce((sum, estimate) => sum + (estimate[key] ?? 0), 0);
}

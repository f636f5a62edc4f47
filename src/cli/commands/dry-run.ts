import { formatCost, formatCount } from '../../report/format-spending.ts';
import { renderTable } from '../../report/text-table.ts';
import { estimatePlans, type PlanEstimate } from '../../run/estimate-plans.ts';
import { namePlans } from '../../run/run-plans.ts';
import type { CommandContext } from '../command.ts';
import { sumOf } from '../terminal/announce-cost.ts';
import { withPlans } from '../with-plans.ts';

/** `--dry-run`: which runs there would be, what they would ask for, and what that would cost. Nothing is sent. */
export async function dryRun(context: CommandContext): Promise<number> {
  return withPlans(context, { isDryRun: true }, async (planned) => {
    const estimates = await estimatePlans(planned);
    const names = namePlans(planned.plans);
    context.print(buildDocument(estimates, names), render(estimates, names, context));
    return 0;
  });
}

function render(estimates: readonly PlanEstimate[], names: readonly string[], { colors, width }: CommandContext) {
  const dollars = (usd: number | undefined) => (usd === undefined ? '–' : formatCost(usd));
  const rows = estimates.map((each, at) => [
    names[at] ?? '',
    String(each.plan.tasks.length),
    formatCount(each.samples),
    formatCount(each.inputTokens),
    formatCount(each.outputTokens),
    dollars(each.costUsd),
    dollars(each.mostCostUsd),
  ]);
  const head = ['run', 'tasks', 'to ask', '≈ tokens in', '≈ tokens out', '≈ cost', 'at most'].map(colors.dim);
  const count = sumOf(estimates, 'samples');
  const cost = `about ${formatCost(sumOf(estimates, 'costUsd'))}, at most ${formatCost(sumOf(estimates, 'mostCostUsd'))}`;
  const isKnown = estimates.every(({ costUsd }) => costUsd !== undefined);
  const repairs = sumOf(estimates, 'repairs');
  const rounds = repairs === 0 ? '' : ` and at most ${formatCount(repairs)} repairs`;
  const total = `${formatCount(count)} ${count === 1 ? 'answer' : 'answers'}${rounds} to ask for: ${cost}${isKnown ? '' : ', where a price is known'}.`;
  return `${renderTable([head, ...rows], { right: [1, 2, 3, 4, 5, 6], hasHead: true, width })}\n\n${total} Nothing was sent.\n`;
}

function buildDocument(estimates: readonly PlanEstimate[], names: readonly string[]) {
  return {
    runs: estimates.map(({ plan, ...each }, at) => ({
      name: names[at],
      model: plan.model.name,
      split: plan.split,
      parameters: plan.parameters,
      n_samples: plan.nSamples,
      tasks: plan.tasks.length,
      samples: each.samples,
      ...(plan.repair && { max_repairs: each.repairs }),
      input_tokens: each.inputTokens,
      output_tokens: each.outputTokens,
      max_output_tokens: each.mostOutputTokens,
      cost_usd: each.costUsd ?? null,
      max_cost_usd: each.mostCostUsd ?? null,
    })),
    cost_usd: sumOf(estimates, 'costUsd'),
    max_cost_usd: sumOf(estimates, 'mostCostUsd'),
  };
}

import { buildRecipe, toRunRequest } from '../config/to-run-request.ts';
import { usageError } from '../error/bigcodebench-error.ts';
import { describeUnknownPrice } from '../model/prices.ts';
import { formatCost, formatCount } from '../report/format-numbers.ts';
import { renderTable } from '../report/text-table.ts';
import { estimatePlans, type PlanEstimate, type PlansToEstimate } from '../run/estimate-plans.ts';
import type { OpenModelRun } from '../run/open-model-run.ts';
import type { RunPlan } from '../run/plan-runs.ts';
import { type PlanOptions, planRequest, prepareRuns } from '../run/prepare-runs.ts';
import { runPlans } from '../run/run-plans.ts';
import { countOf } from '../util/count-of.ts';
import { toKebabCase } from '../util/letter-case.ts';
import { type CommandContext, confirm } from './command.ts';
import { watchRuns } from './terminal/live-view/watch-runs.ts';
import { tellOpenView } from './terminal/next-steps.ts';

/** The runs that the command line asks for, or one error that says everything that is wrong. */
export async function planFor(context: CommandContext, options: PlanOptions) {
  const planned = await planRequest(toRunRequest(context), context, options);
  try {
    const { taskSet, rules } = planned;
    return { ...planned, ...planned.mistakes.require({ taskSet, rules }) };
  } catch (error) {
    await planned[Symbol.asyncDispose]();
    throw error;
  }
}

export async function carryOut(context: CommandContext, job: 'run' | 'evaluate') {
  const { cwd, stderr, signal, version } = context;
  const request = toRunRequest(context);
  using watch = watchRuns(context, job);
  const { onEvent } = watch;
  await using prepared = await prepareRuns(request, context, { open: context.openExecutor, onEvent });
  const { outDir, plans } = prepared;
  await announceCost(context, prepared);
  const done = await runPlans(prepared, {
    provenance: { request: buildRecipe(request), version, cwd },
    signal,
    onEvent(event) {
      if (event.type === 'run-opened') void tellOpenView(context, event);
      onEvent(event);
    },
    onOpen: (run) => tellDifferences(context, run, plans),
    onFailure: ({ model }, error) => {
      if (plans.length > 1) stderr.write(`${model.name}: ${error.message}\n`);
    },
  });
  return { request, outDir, ...done };
}

/** Identity fields that the command line calls something else. */
const words: Readonly<Record<string, string>> = {
  profile: 'the request profile',
  takes: 'what the model supports',
  prefill: 'prefilling the answer',
};

/** Says why a run is new where the user may have expected to resume an earlier one; of several runs, nobody expects it. */
export function tellDifferences({ tell }: CommandContext, { earlier }: OpenModelRun, plans: readonly RunPlan[]) {
  if (!earlier || plans.length > 1) return;
  const asking = earlier.differences.filter(({ field }) => field.startsWith('asking.'));
  const changes = asking.map(({ field: path, earlier: before, now }) => {
    const field = path.slice('asking.'.length);
    const name = words[field] ?? `--${toKebabCase(field)}`;
    const isPlain = [before, now].every((value) => typeof value !== 'object' || value === null);
    return isPlain ? `${name} is ${format(now)}, was ${format(before)}` : `${name} differs`;
  });
  const why = changes.join(' and ');
  tell(`This is a new run, because ${why}; the answers of ${earlier.id} are not reused.`);
}

function format(value: unknown): string {
  if (value === undefined || value === null) return 'not set';
  const text = String(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** Says, before the first request, what all runs of a command will cost together, and asks once where that is much. */
export async function announceCost(context: CommandContext, prepared: PlansToEstimate): Promise<void> {
  const { stderr } = context;
  const { maxCost, confirmAbove } = context.options;
  const missing = (await estimatePlans(prepared)).filter(({ samples, repairs }) => samples + repairs > 0);
  const unknown = missing.filter(({ costUsd }) => costUsd === undefined).map(({ plan }) => plan.model.name);
  for (const name of new Set(unknown)) stderr.write(`${describeUnknownPrice(name)}\n`);
  const paid = missing.filter(({ mostCostUsd = 0 }) => mostCostUsd > 0);
  if (paid.length === 0) return;
  stderr.write(`${describePaid(paid)}\n`);
  // Who sets --max-cost has answered already.
  if (maxCost !== undefined || sumOf(paid, 'costUsd') <= confirmAbove) return;
  if (!(await confirm(context, 'Continue?'))) throw usageError('Cancelled; no request was sent.');
}

function describePaid(paid: readonly PlanEstimate[]): string {
  const isBounded = paid.every(({ plan }) => plan.model.capabilities.maxTokens);
  const limit = isBounded ? `, at most ${formatCost(sumOf(paid, 'mostCostUsd'))}` : '';
  const asOf = paid[0]?.plan.model.price?.asOf;
  const cost = `about ${formatCost(sumOf(paid, 'costUsd'))}${limit}${asOf === undefined ? '' : ` (prices of ${asOf})`}`;
  const [only, ...others] = paid;
  const repairs = sumOf(paid, 'repairs');
  const more = repairs === 0 ? '' : ` and at most ${countOf(repairs, 'repair')}`;
  const asked = `${countOf(sumOf(paid, 'samples'), 'sample')}${more}`;
  if (others.length === 0) return `${asked} of ${only?.name} will cost ${cost}.`;
  const rows = paid.map(({ name, samples, costUsd = 0 }) => {
    return [name, countOf(samples, 'sample'), `about ${formatCost(costUsd)}`];
  });
  return `${renderTable(rows, { right: [1], indent: '  ' })}\n${asked} in ${paid.length} runs will cost ${cost}.`;
}

function sumOf(estimates: readonly PlanEstimate[], key: 'samples' | 'repairs' | 'costUsd' | 'mostCostUsd'): number {
  return estimates.reduce((sum, estimate) => sum + (estimate[key] ?? 0), 0);
}

/** `--dry-run`: which runs there would be, what they would ask for, and what that would cost. Nothing is sent. */
export async function dryRun(context: CommandContext): Promise<number> {
  await using planned = await planFor(context, { isDryRun: true });
  const estimates = await estimatePlans(planned);
  const runs = estimates.map(({ plan, name, ...each }) => ({
    name,
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
  }));
  const sums = { cost_usd: sumOf(estimates, 'costUsd'), max_cost_usd: sumOf(estimates, 'mostCostUsd') };
  context.print({ runs, ...sums }, renderEstimates(estimates, context));
  return 0;
}

function renderEstimates(estimates: readonly PlanEstimate[], { colors, width }: CommandContext): string {
  const dollars = (usd: number | undefined) => (usd === undefined ? '–' : formatCost(usd));
  const rows = estimates.map(({ name, plan, samples, inputTokens, outputTokens, costUsd, mostCostUsd }) => {
    const counts = [samples, inputTokens, outputTokens].map(formatCount);
    return [name, String(plan.tasks.length), ...counts, dollars(costUsd), dollars(mostCostUsd)];
  });
  const head = ['run', 'tasks', 'to ask', '≈ tokens in', '≈ tokens out', '≈ cost', 'at most'].map(colors.dim);
  const count = sumOf(estimates, 'samples');
  const cost = `about ${formatCost(sumOf(estimates, 'costUsd'))}, at most ${formatCost(sumOf(estimates, 'mostCostUsd'))}`;
  const isKnown = estimates.every(({ costUsd }) => costUsd !== undefined);
  const repairs = sumOf(estimates, 'repairs');
  const rounds = repairs === 0 ? '' : ` and at most ${formatCount(repairs)} repairs`;
  const total = `${formatCount(count)} ${count === 1 ? 'answer' : 'answers'}${rounds} to ask for: ${cost}${isKnown ? '' : ', where a price is known'}.`;
  return `${renderTable([head, ...rows], { right: [1, 2, 3, 4, 5, 6], hasHead: true, width })}\n\n${total} Nothing was sent.\n`;
}

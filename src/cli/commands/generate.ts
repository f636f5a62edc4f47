import { buildRecipe } from '../../config/to-run-request.ts';
import { type GenerationSummary, openGeneration } from '../../generate/generation.ts';
import { openSanitizer } from '../../generate/sanitize-answer.ts';
import { formatCost, formatUsage } from '../../report/format-numbers.ts';
import { type OpenModelRun, openModelRun } from '../../run/open-model-run.ts';
import type { RunPlan } from '../../run/plan-runs.ts';
import { describePlans, describeRequest } from '../../run/run-plans.ts';
import type { OnRunEvent } from '../../schema/run-event.ts';
import { describeKeptFile } from '../../util/keep-old-file.ts';
import type { CommandContext } from '../command.ts';
import { announceCost, dryRun, planFor, tellDifferences } from '../planned-runs.ts';
import { watchRuns } from '../terminal/live-view/watch-runs.ts';
import { printNextSteps, stepsAfterGeneration } from '../terminal/next-steps.ts';

export async function generateCommand(context: CommandContext): Promise<number> {
  const { options, stdout } = context;
  if (options.dryRun) return dryRun(context);
  const generations: Awaited<ReturnType<typeof generate>>[] = [];
  const { onEvent, close } = watchRuns(context, 'generate');
  try {
    await using planned = await planFor(context, { onEvent });
    await announceCost(context, planned);
    onEvent(describePlans(planned.plans));
    for (const plan of planned.plans) generations.push(await generate(context, planned, plan, onEvent));
  } finally {
    close();
    const runs = generations.map(({ document }) => document);
    if (options.json) stdout.write(`${JSON.stringify({ runs }, null, 2)}\n`);
  }
  const [first] = generations;
  if (first && first.summary.answered > 0) printNextSteps(context, stepsAfterGeneration(first.samplesPath, context));
  return generations.some(({ summary }) => summary.missing > 0) ? 3 : 0;
}

type Planned = Awaited<ReturnType<typeof planFor>>;

async function generate(context: CommandContext, planned: Planned, plan: RunPlan, onEvent: OnRunEvent) {
  const { options, signal, stdout } = context;
  const { request, plans, rules } = planned;
  const { model, split, tasks, nSamples } = plan;
  const total = tasks.length * nSamples;
  onEvent({ type: 'run-started', model: model.name, split, subset: request.subset, total });
  const described = { ...plan, ...describeRequest(planned), rules, provenance: { request: buildRecipe(request) } };
  const run = await openModelRun(described);
  await using log = run.log;
  for (const message of log.problems) onEvent({ type: 'warning', message });
  const sanitize = await openSanitizer(request.strategy);
  const generation = await openGeneration({ ...described, ...run, sanitize, onEvent, signal });
  tellDifferences(context, run, plans);
  try {
    for await (const key of generation.keys()) onEvent({ type: 'sample', ...key });
  } finally {
    // Also after an interruption or a fault: existing answers can be judged.
    const { answered } = await generation.summarize();
    const file = answered === 0 ? undefined : await generation.writeSamples();
    if (file) context.tell(describeKeptFile(file));
  }
  const summary = await generation.summarize();
  if (!options.json) stdout.write(describeSummary(run, summary, plan));
  return { samplesPath: run.samplesPath, summary, document: toDocument(run, summary, plan) };
}

function describeSummary(run: OpenModelRun, summary: GenerationSummary, { parameters }: RunPlan): string {
  const { total, answered, kinds, usage, costUsd, worthRetrying } = summary;
  const odd = Object.entries(kinds).filter(([, count]) => count > 0);
  const tokens = formatUsage(usage);
  // With the same budget, a truncated answer would be truncated again.
  const isCut = worthRetrying.includes('truncated');
  const budget = isCut ? ` --retry-max-new-tokens ${2 * parameters.maxNewTokens}` : '';
  const retry = `--retry ${worthRetrying.join(',')}${budget}`;
  return [
    `samples  ${run.samplesPath}`,
    `run      ${run.log.path}`,
    `answers  ${answered} of ${total}${odd.map(([kind, number]) => `, ${number} ${kind}`).join('')}`,
    ...(tokens === '' ? [] : [`tokens   ${tokens}`]),
    ...(costUsd === undefined || costUsd === 0 ? [] : [`cost     ${formatCost(costUsd)}`]),
    ...(worthRetrying.length > 0 ? [`retry    add ${retry} to request those again`] : []),
    ...(answered < total ? ['missing  run the same command again to request the rest'] : []),
    '',
  ].join('\n');
}

function toDocument({ samplesPath, log }: OpenModelRun, summary: GenerationSummary, plan: RunPlan) {
  const { model, prompt, parameters, nSamples } = plan;
  const { total, answered, missing, kinds, usage, costUsd } = summary;
  return {
    run_id: log.id,
    run: log.path,
    samples: samplesPath,
    model: model.name,
    split: prompt.split,
    temperature: parameters.temperature,
    n_samples: nSamples,
    total,
    answered,
    missing,
    ...kinds,
    warnings: summary.signs,
    usage: {
      input_tokens: usage.inputTokens,
      cached_tokens: usage.cachedTokens,
      output_tokens: usage.outputTokens,
      reasoning_tokens: usage.reasoningTokens,
    },
    cost_usd: costUsd,
  };
}

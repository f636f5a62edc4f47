import { buildRecipe } from '../../config/recipe.ts';
import { type Generation, openGeneration } from '../../generate/generation.ts';
import { openSanitizer } from '../../generate/sanitize-answer.ts';
import { openModelRun } from '../../run/open-model-run.ts';
import type { RunPlan } from '../../run/plan-runs.ts';
import { describePlans, describeRequest } from '../../run/run-plans.ts';
import type { OnRunEvent } from '../../schema/run-event.ts';
import { describeKeptFile } from '../../util/keep-old-file.ts';
import type { CommandContext } from '../command.ts';
import { announceCost, dryRun, planFor } from '../planned-runs.ts';
import { describeSummary, tellDifferences, toDocument } from '../terminal/generation-report.ts';
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
    await writeResults(context, generation);
  }
  const summary = await generation.summarize();
  if (!options.json) stdout.write(describeSummary(run, summary, plan));
  return { samplesPath: run.samplesPath, summary, document: toDocument(run, plan, summary) };
}

/** Also after an interruption or a fault: existing answers can be judged. */
async function writeResults({ options, stderr }: CommandContext, generation: Generation): Promise<void> {
  const { answered } = await generation.summarize();
  if (answered === 0) return;
  const file = await generation.writeSamples();
  if (!options.quiet) stderr.write(`${describeKeptFile(file)}\n`);
}

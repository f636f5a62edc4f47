import { resolve } from 'node:path';
import { buildRecipe } from '../../config/recipe.ts';
import { toRunRequest } from '../../config/to-run-request.ts';
import { type Generation, openGeneration } from '../../generate/generation.ts';
import { openSanitizer, type Sanitize } from '../../generate/sanitize-answer.ts';
import { checkOutputs } from '../../run/check-outputs.ts';
import { loadSelectedTasks } from '../../run/load-selected-tasks.ts';
import { Mistakes } from '../../run/mistakes.ts';
import { openModelRun } from '../../run/open-model-run.ts';
import { planRuns, type RunPlan } from '../../run/plan-runs.ts';
import type { PreparedRuns } from '../../run/prepare-runs.ts';
import { resolveRules } from '../../run/resolve-rules.ts';
import { describePlans, describeRequest } from '../../run/run-plans.ts';
import type { OnRunEvent } from '../../schema/run-event.ts';
import { describeKeptFile } from '../../util/keep-old-file.ts';
import type { CommandContext } from '../command.ts';
import { runContextOf } from '../run-context.ts';
import { announceCost } from '../terminal/announce-cost.ts';
import { describeSummary, tellDifferences, toDocument } from '../terminal/generation-report.ts';
import { watchRuns } from '../terminal/live-view/watch-runs.ts';
import { printNextSteps, stepsAfterGeneration } from '../terminal/next-steps.ts';
import { dryRun } from './dry-run.ts';

export async function generateCommand(context: CommandContext): Promise<number> {
  const { options, stdout } = context;
  if (options.dryRun) return dryRun(context);
  const documents: Record<string, unknown>[] = [];
  const paths: string[] = [];
  try {
    for await (const { document, samplesPath } of runGenerations(context)) {
      documents.push(document);
      paths.push(samplesPath);
    }
  } finally {
    if (options.json) stdout.write(`${JSON.stringify({ runs: documents }, null, 2)}\n`);
  }
  const [first] = paths;
  if (first !== undefined && documents[0]?.answered !== 0) {
    printNextSteps(context, stepsAfterGeneration(first, context));
  }
  return documents.some(({ missing }) => missing !== 0) ? 3 : 0;
}

/** Runs every generation that the command line asks for, one after another. */
async function* runGenerations(context: CommandContext) {
  const request = toRunRequest(context);
  const runContext = runContextOf(context);
  const mistakes = new Mistakes();
  const outDir = resolve(context.cwd, request.out);
  const selected = await mistakes.collect(() => loadSelectedTasks(request, runContext));
  const tasks = selected?.tasks ?? [];
  using watch = watchRuns(context, 'generate');
  const { onEvent } = watch;
  const plans = await planRuns({ request, runContext, tasks, mistakes, onEvent });
  await checkOutputs({ request, outDir, runContext, mistakes });
  try {
    mistakes.throwIfAny();
    if (!selected) return;
    const sanitize = await openSanitizer(request.strategy);
    const { taskSet } = selected;
    const rules = resolveRules(request, taskSet.manifest);
    await announceCost(context, { request, outDir, taskSet, plans });
    onEvent(describePlans(plans));
    const shared = { request, outDir, taskSet, rules, sanitize, plans, onEvent };
    for (const plan of plans) yield await generate(context, { ...shared, plan });
  } finally {
    for (const { model } of plans) await model.close?.();
  }
}

interface PlannedGeneration extends Pick<PreparedRuns, 'request' | 'outDir' | 'taskSet' | 'rules' | 'plans'> {
  readonly plan: RunPlan;
  readonly sanitize: Sanitize;
  readonly onEvent: OnRunEvent;
}

async function generate(context: CommandContext, planned: PlannedGeneration) {
  const { request, plan, rules, sanitize, onEvent } = planned;
  const { options, signal, stdout } = context;
  const { model, split, tasks, nSamples } = plan;
  const total = tasks.length * nSamples;
  onEvent({ type: 'run-started', model: model.name, split, subset: request.subset, total });
  const provenance = { request: buildRecipe(request) };
  const described = { ...plan, ...describeRequest(planned), rules, provenance };
  const run = await openModelRun(described);
  await using log = run.log;
  for (const message of log.problems) onEvent({ type: 'warning', message });
  const generation = await openGeneration({ ...described, ...run, sanitize, onEvent, signal });
  tellDifferences(context, run, planned.plans);
  try {
    for await (const _ of generation.keys());
  } finally {
    await writeResults(context, generation);
  }
  const summary = await generation.summarize();
  if (!options.json) stdout.write(describeSummary(run, summary, plan));
  return { samplesPath: run.samplesPath, document: toDocument(run, plan, summary) };
}

/** Also after an interruption or a fault: existing answers can be judged. */
async function writeResults({ options, stderr }: CommandContext, generation: Generation): Promise<void> {
  const { answered } = await generation.summarize();
  if (answered === 0) return;
  const file = await generation.writeSamples();
  if (!options.quiet) stderr.write(`${describeKeptFile(file)}\n`);
}

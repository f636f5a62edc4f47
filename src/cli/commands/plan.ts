import { resolve } from 'node:path';
import { type MeasuredPairs, measurePairs, publishedPairs } from '../../compare/measure-pair.ts';
import { readResult } from '../../compare/read-results.ts';
import { toPoints } from '../../compare/result.ts';
import { readMatrixResults } from '../../compare/result-from-matrix.ts';
import { hardIds, publishedIds } from '../../dataset/public-tasks.ts';
import { usageError } from '../../error/bigcodebench-error.ts';
import { formatCost, formatCount, formatShare } from '../../report/format-numbers.ts';
import { renderTable } from '../../report/text-table.ts';
import { estimatePlans } from '../../run/estimate-plans.ts';
import type { PlanDocument } from '../../schema/plan-document.ts';
import { findGap, type PlannedPair, planFixed, planSequential } from '../../score/sequential/plan-gap.ts';
import { countOf } from '../../util/count-of.ts';
import { type CommandContext, findPlaces, loadTasksFor } from '../command.ts';
import { planFor } from '../planned-runs.ts';

/** Without several samples to measure it on: half of what differs between two models is taken to be chance. */
const usualChance = 0.5;

/** `plan`: how many tasks, tokens and dollars it takes to tell two models apart; or how far apart a budget can. */
export async function planCommand(context: CommandContext): Promise<void> {
  const { options } = context;
  const { alpha, power, nSamples: samples = 1 } = options;
  const pairs = await findPairs(context);
  const model = await findCost(context);
  const total = model?.tasks ?? (await countTasks(context));
  const chance = pairs.chance ?? usualChance;
  const pairAt = (gap: number): PlannedPair => {
    return { gap, discordance: pairs.discordanceAt(gap), chance, samples, alpha, power };
  };
  const most = findMost(context, model?.perTask, total);
  // The gap that is asked for, else that of the two results; where tasks are limited, the smallest that they can tell.
  const asked = options.gap === undefined ? undefined : options.gap / 100;
  const given = asked ?? (most === undefined ? pairs.gap : undefined);
  if (given === 0) throw usageError('These two results do not differ: say --gap POINTS.');
  if (given === undefined && most === undefined)
    throw usageError('Say what to plan for: --gap POINTS, --budget or --max-tasks.');
  const gap = given ?? findGap((each) => planFixed(pairAt(each)) <= Number(most));
  const reached = given ?? findGap((each) => planSequential(pairAt(each), { total, most }).decided >= power);
  const tasks = planFixed(pairAt(gap));
  const { decided, ...sequential } = planSequential(pairAt(reached), { total, most });
  const costOf = (count: number) => (model?.perTask === undefined ? {} : { cost: count * model.perTask });
  const document: PlanDocument = {
    gap: toPoints(gap),
    fixed: { tasks, enough: tasks <= total, ...costOf(tasks) },
    sequential: { gap: toPoints(reached), decided, ...sequential, ...costOf(sequential.mean) },
    ...{ alpha, power, n_samples: samples, tasks_total: total, ...(most !== undefined && { max_tasks: most }) },
    discordance: pairs.discordanceAt(gap),
    ...(samples > 1 && { chance, chance_assumed: pairs.chance === undefined }),
    ...(model && { tokens_per_task: model.tokens, cost_per_task: model.perTask ?? null }),
  };
  context.print(document, render(document, context));
}

/** Two results that are named, a table of models, or what is published. */
async function findPairs(context: CommandContext): Promise<MeasuredPairs> {
  const { positionals, options, cwd } = context;
  const { matrix } = options;
  if (matrix !== undefined) return measurePairs((await readMatrixResults(resolve(cwd, matrix))).results);
  if (positionals.length === 0) return publishedPairs;
  return measurePairs(await Promise.all((await findPlaces(context, positionals)).map((place) => readResult(place))));
}

async function countTasks(context: CommandContext): Promise<number> {
  const { subset, select, exclude, idRange, limit } = context.options;
  const known = { full: publishedIds.length, hard: hardIds.length }[subset];
  const isWhole = [select, exclude, idRange, limit].every((each) => each === undefined);
  return known !== undefined && isWhole ? known : (await loadTasksFor(context)).tasks.length;
}

/** What a task costs with all its samples; undefined without --model. */
async function findCost(context: CommandContext) {
  if (context.options.model === undefined) return undefined;
  await using planned = await planFor(context, { isDryRun: true });
  const [estimate] = await estimatePlans({ ...planned, request: { ...planned.request, resume: false } });
  if (!estimate) return undefined;
  const { inputTokens, outputTokens, costUsd } = estimate;
  const tasks = estimate.plan.tasks.length;
  const perTask = costUsd === undefined ? undefined : costUsd / tasks;
  return { tasks, tokens: Math.round((inputTokens + outputTokens) / tasks), perTask };
}

/** How many tasks may be asked; undefined if that is what is to be found. */
function findMost({ options }: CommandContext, perTask: number | undefined, total: number): number | undefined {
  const { budget, maxTasks } = options;
  if (budget === undefined) return maxTasks && Math.min(maxTasks, total);
  if (!perTask) throw usageError('--budget needs --model with a known price: without one, say --max-tasks.');
  return Math.max(1, Math.min(total, maxTasks ?? total, Math.floor(budget / perTask)));
}

function render(plan: PlanDocument, { colors, width }: CommandContext): string {
  const { fixed, sequential, alpha, power, n_samples: samples, tasks_total: total, max_tasks: most } = plan;
  const count = (tasks: number) => formatCount(Math.round(tasks));
  const points = ({ gap }: { readonly gap: number }) => `${gap.toFixed(1)} points`;
  const { tokens_per_task: each } = plan;
  const spent = (tasks: number, cost: number | undefined) =>
    each === undefined ? [] : [count(each * tasks), cost === undefined ? 'unknown' : formatCost(cost)];
  const head = ['', 'gap', 'tasks', '', ...(each === undefined ? [] : ['tokens', 'cost'])];
  const few = fixed.enough ? '' : `there are ${count(total)}: take more samples, or a larger gap`;
  const { mean, median, p90, decided } = sequential;
  const spread = `median ${count(median)}, 90% within ${count(p90)}; ${formatShare(decided)} decide`;
  const rows = [
    head.map((cell) => colors.dim(cell)),
    ['all at once', points(plan), count(fixed.tasks), few, ...spent(fixed.tasks, fixed.cost)],
    ['until decided', points(sequential), `${count(mean)} on average`, spread, ...spent(mean, sequential.cost)],
  ];
  const basis = `${formatShare(plan.discordance)} of single answers differ`;
  const chance =
    plan.chance === undefined
      ? ''
      : `, ${formatShare(plan.chance)} of that by chance${plan.chance_assumed ? ' (assumed: name two runs with several samples to measure it)' : ''}`;
  const asked = most === undefined ? '' : `, at most ${count(most)} tasks`;
  const notes = `Power ${formatShare(power)}, α ${alpha}, ${countOf(samples, 'sample')} per task${asked}; ${basis}${chance}.`;
  return `${renderTable(rows, { hasHead: true, width })}\n\n${notes}\n`;
}

import { nameResults, type Result, rowOf, shareOf } from '../compare/result.ts';
import { factsOf, sliceNames } from '../compare/task-facts.ts';
import { publishedSolveRate } from '../dataset/public-tasks.ts';
import { usageError } from '../error/bigcodebench-error.ts';
import type { Task } from '../schema/task.ts';
import type { Row, Table } from '../schema/view/analysis-document.ts';
import { estimateCorrelations } from '../score/correlation.ts';
import { estimateMean } from '../score/estimate.ts';
import { describeMean, meanOf } from '../score/values.ts';
import { countOf } from '../util/count-of.ts';
import type { AnalysisInput, Findings } from './analysis.ts';
import { toPercent } from './table.ts';
import { type DescribedTask, describeTasks, measures } from './task-measures.ts';

type RatedTask = DescribedTask & { readonly rate: number };

/** What people reach, by the paper: the line that models are held against. */
const people = 97;

/** Solve rates by what tasks are like; of the best models also by domain, as in Figure 7 of the paper. */
export async function analyzeSolveRate({ loadTasks, loadResults, loadParser }: AnalysisInput): Promise<Findings> {
  const [tasks, results] = [await loadTasks(), await loadResults()];
  const { rates, models } = rateTasks(tasks, results);
  const rated = describeTasks(tasks, await loadParser()).flatMap((each): RatedTask[] => {
    const rate = rates.get(each.task.id);
    return rate === undefined ? [] : [{ ...each, rate }];
  });
  const rows: Row[] = [
    rowOfGroup(['all', models], rated),
    { labels: ['all', 'people, in the paper'], value: people },
    ...Object.keys(measures).flatMap((name) => splitByMeasure(name, rated)),
    ...splitByNames('domain', rated, ({ task }) => task.domains),
    ...splitByNames('difficulty', rated, ({ task }) => sliceNames.difficulty(factsOf(task))),
  ];
  return {
    tables: [
      { key: 'solve_rate', title: `Solve rate of ${models}, percent`, columns: ['by', 'group'], rows },
      correlateMeasures(rated),
      ...(results.length === 0 ? [] : [describeBest(results, rated)]),
    ],
  };
}

/** The share of models that solve each task: of those whose results are given, or of those that were published. */
export function rateTasks(tasks: readonly Task[], results: readonly Result[]) {
  const rates = new Map<string, number>();
  for (const { id } of tasks) {
    const shares = results.flatMap((result) => result.tasks.get(id) ?? []).map(shareOf);
    const published = results.length === 0 ? publishedSolveRate(id) : undefined;
    const rate = shares.length > 0 ? describeMean(shares).mean : published;
    if (rate !== undefined) rates.set(id, rate);
  }
  if (rates.size === 0) throw usageError('Nobody is known to have tried these tasks: name results of them.');
  return { rates, models: results.length === 0 ? 'published models' : countOf(results.length, 'result') };
}

function rowOfGroup(labels: readonly string[], group: readonly RatedTask[]): Row {
  return { labels, ...toPercent(estimateMean(group.map(({ rate }) => rate))), n: group.length };
}

/** Four groups of about equal size, or fewer where many tasks have the same number. */
function splitByMeasure(name: string, rated: readonly RatedTask[]): Row[] {
  const numbers = rated.map((each) => measures[name]?.of(each) ?? 0);
  const sorted = [...numbers].sort((one, other) => one - other);
  const cuts = [...new Set([0.25, 0.5, 0.75, 1].map((share) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0))];
  return cuts.map((cut, at) => {
    const least = sorted.find((number) => at === 0 || number > (cuts[at - 1] ?? 0)) ?? cut;
    const group = rated.filter((_, task) => least <= (numbers[task] ?? 0) && (numbers[task] ?? 0) <= cut);
    return rowOfGroup([name, least === cut ? `${cut}` : `${least}–${cut}`], group);
  });
}

function splitByNames(by: string, rated: readonly RatedTask[], namesOf: (each: RatedTask) => readonly string[]): Row[] {
  const names = [...new Set(rated.flatMap(namesOf))];
  const rows = names.map((name) => {
    const group = rated.filter((each) => namesOf(each).includes(name));
    return rowOfGroup([by, name], group);
  });
  return rows.sort((one, other) => other.value - one.value);
}

function correlateMeasures(rated: readonly RatedTask[]): Table {
  const rates = rated.map(({ rate }) => rate);
  const rows = Object.entries(measures).flatMap(([name, { of }]): Row[] => {
    const found = estimateCorrelations(rated.map(of), rates);
    return found.map(({ name: kind, ...numbers }) => ({ labels: [name, kind], ...numbers, n: rated.length }));
  });
  const title = 'Correlation of the solve rate with what tasks are like';
  return { key: 'solve_rate_correlations', title, columns: ['what', 'correlation'], digits: 2, rows };
}

function describeBest(results: readonly Result[], rated: readonly RatedTask[]): Table {
  const ids = rated.map(({ task }) => task.id);
  const whole = results.filter(({ tasks }) => ids.every((id) => tasks.has(id)));
  const names = nameResults(whole, { joinsSplits: true });
  const best = whole
    .map((result, at) => ({ name: names[at] ?? '', split: result.conditions.split ?? '', shares: rowOf(result, ids) }))
    .sort((one, other) => meanOf(other.shares) - meanOf(one.shares))
    .slice(0, 5);
  const rows = best.flatMap(({ name, split, shares }) => {
    const own = rated.map((each, at) => ({ ...each, rate: shares[at] ?? 0 }));
    const ofDomains = splitByNames('domain', own, ({ task }) => task.domains);
    return ofDomains.map((row) => ({ ...row, labels: [name, split, row.labels[1] ?? ''] }));
  });
  return { key: 'radar', title: 'The best results by domain, percent', columns: ['model', 'split', 'domain'], rows };
}

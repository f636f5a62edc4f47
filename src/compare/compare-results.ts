import { publishedDifficulty } from '../dataset/public-tasks.ts';
import { listVerified, type VerifiedTasks } from '../dataset/shipped-audit.ts';
import { BigCodeBenchError, usageError } from '../error/bigcodebench-error.ts';
import { clip, toOneLine } from '../report/text-table.ts';
import type { Comparison, Comparisons, Flip, Mismatch } from '../schema/comparison.ts';
import type { Optional } from '../schema/optional.ts';
import { adjustBenjaminiHochberg, adjustHolm } from '../score/adjust-p.ts';
import { estimateMean } from '../score/estimate.ts';
import { selfConsistency, splitNoise } from '../score/noise.ts';
import { comparePaired, significance } from '../score/paired/compare-paired.ts';
import { decide } from '../score/sequential/decide.ts';
import { orderTasks } from '../score/sequential/order-tasks.ts';
import { meanOf } from '../score/values.ts';
import { groupBy } from '../util/group-by.ts';
import { describeUnknown, findMismatches, refuseMismatches } from './check-comparable.ts';
import { readResult } from './read-results.ts';
import {
  intervalToPoints,
  nameResults,
  type Result,
  rowOf,
  shareOf,
  type TaskResult,
  toPoints,
  verifiedOf,
} from './result.ts';
import { type LoadTaskFactsInput, loadTaskFacts, sliceNames, type TaskFacts } from './task-facts.ts';

export interface CompareResultsOptions {
  /** Domains, libraries and difficulty, by task id; without them there are no slices. */
  readonly facts?: ReadonlyMap<string, TaskFacts>;
  /** Compare results that were not measured alike, and say in what they differ. */
  readonly allowMismatch?: boolean;
  /** Which tasks count as verified, beside whose score the one over these is told; by default as the shipped audit says. */
  readonly verified?: VerifiedTasks | undefined;
  /** Points that b may be worse than a, and how often the gate may be wrong about it. */
  readonly gate?: { readonly margin: number; readonly alpha: number };
}

/** The first result against each of the others, task by task. Several comparisons are adjusted by Holm. */
export function compareResults(results: readonly Result[], options: CompareResultsOptions = {}): Comparisons {
  const [baseline, ...others] = results;
  if (!baseline || others.length === 0) {
    throw usageError('There is nothing to compare: give two results or more.');
  }
  const [name = '', ...otherNames] = nameResults(results);
  const a = { ...baseline, name };
  const comparisons = others.map((other, at) => comparePair(a, { ...other, name: otherNames[at] ?? '' }, options));
  const adjusted = adjustHolm(comparisons.map(({ p }) => p));
  return {
    baseline: describeResult(a, [...baseline.tasks.keys()], options),
    comparisons: comparisons.map((comparison, at) => ({ ...comparison, p: adjusted[at] ?? 1 })),
  };
}

type NamedResult = Result & { readonly name: string };

function comparePair(a: NamedResult, b: NamedResult, options: CompareResultsOptions): Comparison {
  const { facts = new Map(), allowMismatch, gate } = options;
  const { taskIds, excluded, mismatches } = matchTasks(a, b);
  if (!allowMismatch) refuseMismatches(a, b, mismatches);
  const [rowA, rowB] = [rowOf(a, taskIds), rowOf(b, taskIds)];
  const paired = comparePaired({ a: rowA, b: rowB, alpha: gate?.alpha });
  const worstLoss = toPoints(paired.worstLoss);
  const tallies = [a, b].map((result) => taskIds.map((id) => result.tasks.get(id) ?? { samples: 1, passed: 0 }));
  const noise = splitNoise(
    rowB.map((value, at) => value - (rowA[at] ?? 0)),
    tallies,
  );
  return {
    a: describeResult(a, taskIds, options),
    b: describeResult(b, taskIds, options),
    tasks: taskIds.length,
    ...{ both: round(paired.both), only_a: round(paired.onlyA), only_b: round(paired.onlyB) },
    neither: round(paired.neither),
    delta: toPoints(paired.delta),
    interval: intervalToPoints(paired.interval),
    ...{ test: paired.test, p: paired.p, p_single: paired.p },
    smallest_gap: toPoints(paired.smallestGap),
    likely_gap: toPoints(paired.likelyGap),
    decision: decideInOrder(a, b, taskIds, gate?.alpha),
    noise: noise && {
      ...{ total: toPoints(noise.total), tasks: toPoints(noise.tasks), sampling: toPoints(noise.sampling) },
      hint: noise.hint,
    },
    rounds: compareRounds(a, b, taskIds),
    gate: gate && { ...gate, worst_loss: worstLoss, passed: worstLoss < gate.margin },
    ...compareSlices(
      taskIds.map((id) => facts.get(id)),
      rowA,
      rowB,
    ),
    flips: listFlips(taskIds, a, b),
    ...{ mismatches, excluded },
    notes: [...describeFeedback(a, b), ...describeUnknown(a), ...describeUnknown(b), ...attribute(a, b)],
  };
}

function compareRounds(a: Result, b: Result, taskIds: readonly string[]): Comparison['rounds'] {
  const count = Math.max(...[a, b].map(({ rounds }) => rounds?.after.length ?? 0));
  if (count === 0) return undefined;
  const rowAfter = ({ rounds, tasks }: Result, round: number) =>
    rowOf({ tasks: rounds?.after[Math.min(round, rounds.after.length - 1)] ?? tasks }, taskIds);
  return Array.from({ length: count }, (_, round) => ({
    round,
    ...comparePart(rowAfter(a, round), rowAfter(b, round)),
  }));
}

/** Both means, and how they differ, in fewer resamples than all tasks in the end are worth. */
function comparePart(a: Float64Array, b: Float64Array) {
  const { delta, interval, p } = comparePaired({ a, b, resamples: 2000 });
  const [meanA, meanB] = [toPoints(meanOf(a)), toPoints(meanOf(b))];
  return { a: meanA, b: meanB, delta: toPoints(delta), interval: intervalToPoints(interval), p };
}

function describeFeedback(a: NamedResult, b: NamedResult): string[] {
  const [one, other] = [a, b].map(({ rounds }) => rounds?.feedback ?? 'no rounds');
  if (one === other) return [];
  const isControl = [one, other].sort().join() === 'none,visible';
  return [
    `Feedback between rounds: ${one} in A, ${other} in B.`,
    ...(isControl
      ? ['The difference after a round is what the visible tests add: what they say, and when to stop.']
      : []),
  ];
}

/** After how many tasks a run would have stopped, in the order that is usual for them. */
function decideInOrder(a: Result, b: Result, ids: readonly string[], alpha = significance): Comparison['decision'] {
  const { taskIds, block } = orderTasks({ taskIds: ids, difficultyOf: publishedDifficulty, seed: 0 });
  const rowA = rowOf(a, taskIds);
  const differences = Array.from(rowOf(b, taskIds), (share, at) => share - (rowA[at] ?? 0));
  const { verdict, tasks, eValue } = decide({ differences, total: differences.length, block, alpha });
  return { verdict, tasks_used: tasks, e_value: eValue };
}

function attribute(a: NamedResult, b: NamedResult): string[] {
  const of = (one: NamedResult, other: NamedResult) =>
    one.notes.filter((note) => !other.notes.includes(note)).map((note) => `${one.name}: ${note}`);
  return [...a.notes.filter((note) => b.notes.includes(note)).map((note) => `Both: ${note}`), ...of(a, b), ...of(b, a)];
}

/** The tasks of both. Others are named, never dropped in silence. */
function matchTasks(a: Result, b: Result) {
  const taskIds = [...a.tasks.keys()].filter((id) => b.tasks.has(id));
  if (taskIds.length === 0) {
    throw new BigCodeBenchError('BAD_INPUT', `${a.source} and ${b.source} have no task in common.`);
  }
  const missing = (from: Result, has: Result) => [...has.tasks.keys()].filter((id) => !from.tasks.has(id));
  const excluded = [
    { reason: 'only in A', task_ids: missing(b, a) },
    { reason: 'only in B', task_ids: missing(a, b) },
  ].filter(({ task_ids }) => task_ids.length > 0);
  const mismatches: Mismatch[] = findMismatches(a.conditions, b.conditions);
  if (excluded.length > 0) {
    mismatches.push({ field: 'tasks', a: `${a.tasks.size}`, b: `${b.tasks.size}; ${taskIds.length} in both` });
  }
  return { taskIds, excluded, mismatches };
}

function describeResult(result: NamedResult, taskIds: readonly string[], options: CompareResultsOptions) {
  const { name, model, source, runId, conditions, costUsd, usage } = result;
  const { value, interval } = estimateMean([...rowOf(result, taskIds)]);
  const tallies = taskIds.flatMap((id) => result.tasks.get(id) ?? []);
  const consistency = selfConsistency(tallies);
  const solved = value * taskIds.length;
  return {
    ...{ name, model, source, run_id: runId, split: conditions.split, subset: conditions.subset },
    samples: Math.min(...tallies.map(({ samples }) => samples)),
    score: toPoints(value),
    interval: intervalToPoints(interval),
    ...(costUsd === undefined ? {} : { cost_usd: costUsd }),
    cost_per_solved: !costUsd || solved === 0 ? undefined : costUsd / solved,
    output_tokens: usage?.outputTokens,
    verified: scoreVerified(result, taskIds, options),
    self_consistency: consistency === undefined ? undefined : toPoints(consistency),
  };
}

function scoreVerified(result: Result, taskIds: readonly string[], options: CompareResultsOptions) {
  const ids = verifiedOf(result, taskIds, options.verified ?? listVerified());
  if (ids.length === 0) return undefined;
  const { value, interval } = estimateMean([...rowOf(result, ids)]);
  return { tasks: ids.length, pass_at_1: toPoints(value), interval: intervalToPoints(interval) };
}

/** Tasks that one of two results solves and the other does not; of several samples, where most of them differ. */
function listFlips(taskIds: readonly string[], a: Result, b: Result): Flip[] {
  return taskIds.flatMap((taskId) => {
    const [one, other] = [a.tasks.get(taskId), b.tasks.get(taskId)];
    if (!one || !other) return [];
    const difference = shareOf(other) - shareOf(one);
    if (Math.abs(difference) < 0.5) return [];
    const worse = difference > 0 ? one : other;
    const cause = clip(toOneLine(worse.cause ?? worse.status), 160);
    return [{ task_id: taskId, a: describe(one), b: describe(other), cause }];
  });
}

function describe({ samples, passed, status }: TaskResult): string {
  return samples === 1 ? status : `${passed}/${samples}`;
}

/** Counts of single samples are whole; sums of shares are not, quite. */
function round(count: number): number {
  return Number(count.toFixed(6));
}

/** A smaller slice says nothing. */
const fewestTasks = 20;

/** Compares every large enough part of the tasks. All p-values are adjusted together: looking at many parts finds something. */
function compareSlices(tasks: readonly (TaskFacts | undefined)[], a: Float64Array, b: Float64Array) {
  const slices = Object.entries(sliceNames).flatMap(([kind, namesOf]) => {
    const places = tasks.flatMap((task, at) => (task ? namesOf(task).map((name) => ({ name, at })) : []));
    return [...groupBy(places, ({ name }) => name)]
      .filter(([, slice]) => slice.length >= fewestTasks)
      .sort(([, one], [, other]) => other.length - one.length)
      .map(([name, slice]) => {
        const pick = (row: Float64Array) => Float64Array.from(slice, ({ at }) => row[at] ?? 0);
        return { kind, name, tasks: slice.length, ...comparePart(pick(a), pick(b)) };
      });
  });
  const adjusted = adjustBenjaminiHochberg(slices.map(({ p }) => p));
  const ofKind = (wanted: keyof typeof sliceNames) =>
    slices.flatMap(({ kind, ...slice }, at) => (kind === wanted ? [{ ...slice, p: adjusted[at] ?? 1 }] : []));
  return { by_domain: ofKind('domain'), by_library: ofKind('library'), by_difficulty: ofKind('difficulty') };
}

/** How to compare, and where the facts about tasks come from. */
export interface CompareRunsOptions
  extends Omit<CompareResultsOptions, 'facts'>,
    Optional<Omit<LoadTaskFactsInput, 'results'>> {}

/** Compares the first of these run folders, bundles or `…_eval_results.json` files with each of the others. */
export async function compareRuns(paths: readonly string[], options: CompareRunsOptions = {}): Promise<Comparisons> {
  const { results: _, ...comparisons } = await loadComparisons(paths, options);
  return comparisons;
}

/** The same, with the results that were compared. */
export async function loadComparisons(paths: readonly string[], options: CompareRunsOptions) {
  const { variables = {}, cwd = '.', signal, ...rest } = options;
  const results: Result[] = [];
  for (const path of paths) results.push(await readResult(path));
  const { facts, problem } = await loadTaskFacts({ results, variables, cwd, signal });
  const compared = compareResults(results, { ...rest, facts });
  if (problem === undefined) return { ...compared, results };
  const comparisons = compared.comparisons.map((each) => ({ ...each, notes: [...each.notes, problem] }));
  return { ...compared, comparisons, results };
}

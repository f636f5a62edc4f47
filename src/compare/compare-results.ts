import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { ComparedResult, Comparison, Comparisons, Mismatch } from '../schema/comparison.ts';
import { adjustHolm } from '../score/adjust-p.ts';
import { estimateMean } from '../score/estimate.ts';
import { selfConsistency, splitNoise } from '../score/noise.ts';
import { comparePaired } from '../score/paired/compare-paired.ts';
import { findMismatches, listUnknown, refuseMismatches } from './check-comparable.ts';
import { compareSlices } from './compare-slices.ts';
import { listFlips } from './list-flips.ts';
import { nameResults } from './name-results.ts';
import { toPoints } from './points.ts';
import { type Result, rowOf } from './result.ts';
import type { TaskFacts } from './task-facts.ts';

export interface CompareResultsOptions {
  /** Domains, libraries and difficulty, by task id; without them there are no slices. */
  readonly facts?: ReadonlyMap<string, TaskFacts>;
  /** Compare results that were not measured alike, and say in what they differ. */
  readonly allowMismatch?: boolean;
  /** Points that b may be worse than a, and how often the gate may be wrong about it. */
  readonly gate?: { readonly margin: number; readonly alpha: number };
}

/** The first result against each of the others, task by task. Several comparisons are adjusted by Holm. */
export function compareResults(results: readonly Result[], options: CompareResultsOptions = {}): Comparisons {
  const [baseline, ...others] = results;
  if (!baseline || others.length === 0) {
    throw new BigCodeBenchError('USAGE', 'There is nothing to compare: give two results or more.');
  }
  const names = nameResults(results);
  const comparisons = others.map((other, at) =>
    comparePair({ a: baseline, b: other, names: [names[0] ?? '', names[at + 1] ?? ''] }, options),
  );
  const adjusted = adjustHolm(comparisons.map(({ p }) => p));
  const taskIds = [...baseline.tasks.keys()];
  return {
    baseline: describeResult(baseline, { name: names[0] ?? '', taskIds, row: rowOf(baseline, taskIds) }),
    comparisons: comparisons.map((comparison, at) => ({ ...comparison, p: adjusted[at] ?? 1 })),
  };
}

interface Pair {
  readonly a: Result;
  readonly b: Result;
  readonly names: readonly [string, string];
}

function comparePair({ a, b, names }: Pair, options: CompareResultsOptions): Comparison {
  const { taskIds, excluded, mismatches } = matchTasks(a, b);
  if (!options.allowMismatch) refuseMismatches(a, b, mismatches);
  const [rowA, rowB] = [rowOf(a, taskIds), rowOf(b, taskIds)];
  const paired = comparePaired({ a: rowA, b: rowB, alpha: options.gate?.alpha });
  const slices = compareSlices({ taskIds, facts: options.facts ?? new Map(), a: rowA, b: rowB });
  const tallies = [a, b].map((result) => taskIds.map((id) => result.tasks.get(id) ?? { samples: 1, passed: 0 }));
  const noise = splitNoise(
    rowB.map((value, at) => value - (rowA[at] ?? 0)),
    tallies,
  );
  return {
    a: describeResult(a, { name: names[0], taskIds, row: rowA }),
    b: describeResult(b, { name: names[1], taskIds, row: rowB }),
    tasks: taskIds.length,
    both: round(paired.both),
    only_a: round(paired.onlyA),
    only_b: round(paired.onlyB),
    neither: round(paired.neither),
    delta: toPoints(paired.delta),
    interval: [toPoints(paired.interval[0]), toPoints(paired.interval[1])],
    test: paired.test,
    p: paired.p,
    p_single: paired.p,
    smallest_gap: toPoints(paired.smallestGap),
    likely_gap: toPoints(paired.likelyGap),
    ...(noise
      ? {
          noise: {
            total: toPoints(noise.total),
            tasks: toPoints(noise.tasks),
            sampling: toPoints(noise.sampling),
            hint: noise.hint,
          },
        }
      : {}),
    ...(options.gate
      ? {
          gate: {
            ...options.gate,
            worst_loss: toPoints(paired.worstLoss),
            passed: toPoints(paired.worstLoss) < options.gate.margin,
          },
        }
      : {}),
    by_domain: slices.domain,
    by_library: slices.library,
    by_difficulty: slices.difficulty,
    flips: listFlips(taskIds, a, b),
    mismatches,
    excluded,
    notes: [...new Set([...describeUnknown(a), ...describeUnknown(b), ...a.notes, ...b.notes])],
  };
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
    const count = ({ tasks }: Result) => `${tasks.size}, ${taskIds.length} in common`;
    mismatches.push({ field: 'tasks', a: count(a), b: count(b) });
  }
  return { taskIds, excluded, mismatches };
}

function describeResult(
  result: Result,
  { name, taskIds, row }: { name: string; taskIds: readonly string[]; row: Float64Array },
): ComparedResult {
  const { value, interval } = estimateMean([...row]);
  const tallies = taskIds.flatMap((id) => result.tasks.get(id) ?? []);
  const consistency = selfConsistency(tallies);
  const solved = value * row.length;
  return {
    name,
    model: result.model,
    source: result.source,
    ...(result.runId === undefined ? {} : { run_id: result.runId }),
    ...(result.conditions.split === undefined ? {} : { split: result.conditions.split }),
    ...(result.conditions.subset === undefined ? {} : { subset: result.conditions.subset }),
    samples: Math.min(...tallies.map(({ samples }) => samples)),
    score: toPoints(value),
    interval: [toPoints(interval[0]), toPoints(interval[1])],
    ...(result.costUsd === undefined ? {} : { cost_usd: result.costUsd }),
    ...(result.costUsd === undefined || solved === 0 ? {} : { cost_per_solved: result.costUsd / solved }),
    ...(result.usage?.outputTokens === undefined ? {} : { output_tokens: result.usage.outputTokens }),
    ...(consistency === undefined ? {} : { self_consistency: toPoints(consistency) }),
  };
}

function describeUnknown(result: Result): string[] {
  const unknown = listUnknown(result);
  return unknown.length === 0 ? [] : [`${result.source} does not say its ${unknown.join(', ')}: not checked.`];
}

/** Counts of single samples are whole; sums of shares are not, quite. */
function round(count: number): number {
  return Number(count.toFixed(6));
}

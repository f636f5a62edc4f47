import type { ComparedSlice } from '../schema/comparison.ts';
import { adjustBenjaminiHochberg } from '../score/adjust-p.ts';
import { comparePaired } from '../score/paired/compare-paired.ts';
import { meanOf, toPoints } from './result.ts';
import { type SliceKind, sliceNames, type TaskFacts } from './task-facts.ts';

export interface CompareSlicesInput {
  readonly taskIds: readonly string[];
  readonly facts: ReadonlyMap<string, TaskFacts>;
  readonly a: Float64Array;
  readonly b: Float64Array;
}

/** A smaller slice says nothing. */
const fewestTasks = 20;
const resamples = 2000;
const kinds = Object.keys(sliceNames) as SliceKind[];

/** Compares every large enough part of the tasks. All p-values are adjusted together: looking at many parts finds something. */
export function compareSlices(input: CompareSlicesInput): Record<SliceKind, ComparedSlice[]> {
  const slices = kinds.flatMap((kind) => listSlices(kind, input).map((slice) => ({ kind, slice })));
  const adjusted = adjustBenjaminiHochberg(slices.map(({ slice }) => slice.p));
  const ofKind = (kind: SliceKind) =>
    slices.flatMap((each, at) => (each.kind === kind ? [{ ...each.slice, p: adjusted[at] ?? 1 }] : []));
  return { domain: ofKind('domain'), library: ofKind('library'), difficulty: ofKind('difficulty') };
}

function listSlices(kind: SliceKind, { taskIds, facts, a, b }: CompareSlicesInput): ComparedSlice[] {
  const members = new Map<string, number[]>();
  for (const [at, id] of taskIds.entries()) {
    const task = facts.get(id);
    for (const name of task ? sliceNames[kind](task) : []) members.set(name, [...(members.get(name) ?? []), at]);
  }
  return [...members]
    .filter(([, places]) => places.length >= fewestTasks)
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([name, places]) => {
      const pick = (row: Float64Array) => Float64Array.from(places, (at) => row[at] ?? 0);
      const [rowA, rowB] = [pick(a), pick(b)];
      const { delta, interval, p } = comparePaired({ a: rowA, b: rowB, resamples });
      return {
        name,
        tasks: places.length,
        a: toPoints(meanOf(rowA)),
        b: toPoints(meanOf(rowB)),
        delta: toPoints(delta),
        interval: [toPoints(interval[0]), toPoints(interval[1])],
        p,
      };
    });
}

import { hardIds, partialError, publishedDifficulty, publishedIds, quickSubsets } from '../dataset/public-tasks.ts';
import type { FullEstimate } from '../schema/score.ts';
import { wilsonInterval } from '../score/estimate.ts';
import { estimateFull, partialReach } from '../score/full-estimate.ts';
import type { Tally } from '../score/pass-at-k.ts';

const fewestTasks = 10;

export type EarlyEstimate = ReturnType<typeof createEarlyEstimate>;

/**
 * What a run's score would be if it continued as it began; never the score itself. Tasks finish in a biased order, so each is
 * weighted by how hard other models found it.
 */
export function createEarlyEstimate({ subset, samples }: { readonly subset: string; readonly samples: number }) {
  const tallies = new Map<string, Tally>();
  // For other tasks, the mean so far has to do.
  const ids = { full: publishedIds, quick: publishedIds, hard: hardIds }[subset];
  let done = 0;
  let computedAt = 0;
  let computed: { readonly value: number; readonly reach: number } | undefined;
  return {
    add(taskId: string, { samples, passed }: Tally): void {
      const before = tallies.get(taskId) ?? { samples: 0, passed: 0 };
      tallies.set(taskId, { samples: before.samples + samples, passed: before.passed + passed });
      done += samples;
    },
    /** A share and its 95% margin; undefined if too little is known. */
    read() {
      if (tallies.size < fewestTasks) return undefined;
      // One more sample among many is not worth recomputing.
      if (computed && done < computedAt * 1.02) return computed;
      computedAt = done;
      computed = ids ? estimateKnown(tallies, ids) : estimateUnknown(tallies, samples);
      return computed;
    },
  };
}

function estimateKnown(tallies: ReadonlyMap<string, Tally>, ids: readonly string[]) {
  const { judged, left } = split(tallies, ids);
  const value = estimateFull({ judged, left });
  return { value, reach: partialReach(judged.length, ids.length, partialError) };
}

function split(tallies: ReadonlyMap<string, Tally>, ids: readonly string[]) {
  const judged = [...tallies].flatMap(([id, { samples, passed }]) => {
    const difficulty = publishedDifficulty(id);
    return difficulty === undefined ? [] : [{ difficulty, passed: passed / samples }];
  });
  const left = ids.filter((id) => !tallies.has(id)).flatMap((id) => publishedDifficulty(id) ?? []);
  return { judged, left };
}

function estimateUnknown(tallies: ReadonlyMap<string, Tally>, samples: number) {
  const counts = [...tallies.values()];
  const value = counts.reduce((sum, tally) => sum + tally.passed / tally.samples, 0) / counts.length;
  const [low, high] = wilsonInterval(value, counts.length);
  const judged = counts.reduce((sum, tally) => sum + tally.samples, 0);
  // Of a finite set, what is left is all that is uncertain.
  const left = Math.sqrt(Math.max(0, 1 - judged / Math.max(1, samples)));
  const interval: [number, number] = [value - left * (value - low), value + left * (high - value)];
  return { value, reach: (interval[1] - interval[0]) / 2, interval };
}

/** What a run that ended early would have come to on all of its tasks, which were asked in random order. */
export function estimateUnfinished(tallies: ReadonlyMap<string, Tally>, taskIds: readonly string[]) {
  const isKnown = taskIds.every((id) => publishedDifficulty(id) !== undefined);
  const samples = taskIds.length * ([...tallies.values()][0]?.samples ?? 1);
  if (!isKnown) return estimateUnknown(tallies, samples);
  const { value, reach } = estimateKnown(tallies, taskIds);
  const interval: [number, number] = [Math.max(0, value - reach), Math.min(1, value + reach)];
  return { value, reach, interval };
}

/** What a finished run of the quick subset says about all public tasks; undefined for other tasks. */
export function estimateFromQuick(tallies: ReadonlyMap<string, Tally>): FullEstimate | undefined {
  const quick = quickSubsets.find(({ ids }) => tallies.size === ids.length && ids.every((id) => tallies.has(id)));
  if (!quick) return undefined;
  const [low, high] = quick.error;
  const value = quick.weights ? weigh(tallies, quick.weights) : estimateFull(split(tallies, publishedIds));
  const interval: [number, number] = [Math.max(0, value + low), Math.min(1, value + high)];
  return { value, interval, judged: quick.ids.length, tasks: publishedIds.length };
}

/** Tasks that tell models apart are not typical of all: their share is translated as it was for published models. */
function weigh(tallies: ReadonlyMap<string, Tally>, [a, b, c]: readonly [number, number, number]): number {
  const shares = [...tallies.values()].map(({ samples, passed }) => passed / samples);
  const share = shares.reduce((sum, each) => sum + each, 0) / shares.length;
  return Math.max(0, Math.min(1, a + b * share + c * share ** 2));
}

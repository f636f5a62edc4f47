import { publishedDiscordance } from '../dataset/public-tasks.ts';
import { usageError } from '../error/bigcodebench-error.ts';
import { splitNoise } from '../score/noise.ts';
import { meanOf, quantile } from '../score/values.ts';
import { type Result, rowOf } from './result.ts';

/** How models differ, as far as it matters for how many tasks it takes to tell them apart. Shares are from 0 to 1. */
export interface MeasuredPairs {
  /** The difference of the two, if these are two. */
  readonly gap?: number | undefined;
  /** The share of tasks on which single answers of two models differ that are this far apart. */
  discordanceAt(gap: number): number;
  /** How much of it is chance; undefined where there is one sample of a task. */
  readonly chance?: number | undefined;
}

export const publishedPairs: MeasuredPairs = { discordanceAt: (gap) => interpolate(publishedDiscordance, gap) };

export function measurePairs(results: readonly Result[]): MeasuredPairs {
  const [a, b, ...others] = results;
  if (!a || !b) throw usageError('Name two results, or a table of several models, to plan from.');
  if (others.length > 0) return measureAll(results);
  const taskIds = [...a.tasks.keys()].filter((id) => b.tasks.has(id));
  const [rowA, rowB] = [rowOf(a, taskIds), rowOf(b, taskIds)];
  const differences = rowB.map((share, at) => share - (rowA[at] ?? 0));
  const discordance = discordanceOf(rowA, rowB);
  const tallies = [a, b].map(({ tasks }) => taskIds.flatMap((id) => tasks.get(id) ?? []));
  const noise = splitNoise(differences, tallies);
  const samples = tallies[0]?.[0]?.samples ?? 1;
  // `sampling` is the error of a mean over tasks and samples: this is the variance that chance gives a single difference.
  const byChance = noise && noise.sampling ** 2 * taskIds.length * samples;
  return {
    gap: Math.abs(meanOf(differences)),
    discordanceAt: (gap) => Math.max(discordance, gap),
    // All of that variance is about the discordance.
    chance: byChance && Math.min(1, byChance / discordance),
  };
}

function discordanceOf(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, share, at) => sum + share + (b[at] ?? 0) - 2 * share * (b[at] ?? 0), 0) / a.length;
}

function measureAll(results: readonly Result[]): MeasuredPairs {
  const taskIds = [...(results[0]?.tasks.keys() ?? [])];
  const rows = results.map((result) => rowOf(result, taskIds)).map((row) => ({ row, mean: meanOf(row) }));
  const byGap = publishedDiscordance.map(([gap]) => ({ gap, found: [] as number[] }));
  for (const [at, { row, mean }] of rows.entries()) {
    for (const other of rows.slice(0, at)) {
      const gap = Math.abs(mean - other.mean);
      const nearest = byGap.reduce((best, each) => (Math.abs(each.gap - gap) < Math.abs(best.gap - gap) ? each : best));
      nearest.found.push(discordanceOf(row, other.row));
    }
  }
  const points = byGap
    .filter(({ found }) => found.length > 0)
    .map(({ gap, found }) => [gap, quantile(Float64Array.from(found).sort(), 0.5)] as const);
  return { discordanceAt: (gap) => interpolate(points, gap) };
}

function interpolate(points: readonly (readonly [number, number])[], x: number): number {
  const after = points.findIndex(([at]) => at >= x);
  const [x1, y1] = points.at(after) ?? [0, 1];
  const [x0, y0] = points[after - 1] ?? [x1, y1];
  const value = after < 1 || x1 === x0 ? y1 : y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
  return Math.max(value, x);
}

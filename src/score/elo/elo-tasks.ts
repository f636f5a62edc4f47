import { rankScores } from '../board/ranks.ts';
import { createRefit, type EloRating, rateResamples } from './fit-ratings.ts';

interface EloTasksInput {
  /** Mean score of each model, and of the same models in each bootstrap over tasks. */
  readonly scores: Float64Array;
  readonly resampled: readonly Float64Array[];
  readonly tasks: number;
  /** `task`: a game for each task and pair; `benchmark`: one game for each pair, on the mean score. */
  readonly level: 'task' | 'benchmark';
}

/**
 * Bradley–Terry ratings with ties as half a win, and intervals from resampled tasks. When every pair plays every task
 * and ties count half, a model's points depend on nothing but its score: Σ (1 + xᵢ − xⱼ) / 2.
 */
export function rateByTasks({ scores, resampled, tasks, level }: EloTasksInput): EloRating[] {
  const models = scores.length;
  const games = new Float64Array(models * models).fill(level === 'task' ? tasks : 1);
  for (let model = 0; model < models; model++) games[model * models + model] = 0;
  const pointsOf = level === 'task' ? (drawn: Float64Array) => taskPoints(drawn, tasks) : benchmarkPoints;
  const first = sortDescending(pointsOf(scores));
  const { base, refit } = createRefit({ models, games, points: first.sorted });
  // All pairs play alike, so a fit knows models by their place alone: in that order, resamples resemble each other.
  const fits = resampled.map((drawn) => {
    const { sorted, order } = sortDescending(pointsOf(drawn));
    return putBack(refit({ models, games, points: sorted }), order);
  });
  return rateResamples(putBack(base, first.order), fits);
}

function sortDescending(values: Float64Array) {
  const order = Uint32Array.from(values, (_, at) => at).sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b);
  return { sorted: Float64Array.from(order, (at) => values[at] ?? 0), order };
}

function putBack(sorted: Float64Array, order: Uint32Array): Float64Array {
  const values = new Float64Array(sorted.length);
  for (const [place, at] of order.entries()) values[at] = sorted[place] ?? 0;
  return values;
}

function taskPoints(scores: Float64Array, tasks: number): Float64Array {
  const models = scores.length;
  const total = scores.reduce((sum, score) => sum + score, 0);
  return scores.map((score) => (tasks * (models - 1 + models * score - total)) / 2);
}

/** A point for every worse model, half a point for every equal one. */
function benchmarkPoints(scores: Float64Array): Float64Array {
  const above = rankScores(scores);
  const below = rankScores(scores.map((score) => -score));
  return scores.map((_, model) => ((below[model] ?? 1) - (above[model] ?? 1) + scores.length - 1) / 2);
}

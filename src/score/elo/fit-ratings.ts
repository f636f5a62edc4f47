import { rankScores, transpose } from '../board/ranks.ts';
import { interval95, quantile } from '../values.ts';

/** Games between models: all that decides a Bradley–Terry fit. */
export interface GameTable {
  readonly models: number;
  /** How many games each pair played, row after row; symmetric. */
  readonly games: Float64Array;
  /** How many of its games each model won, ties as half a win. */
  readonly points: Float64Array;
}

/**
 * Weight of the penalty on squared strengths: that of a logistic regression with C = 1 whose columns hold ±ln 10. It also
 * centers the ratings and keeps a model that wins every game finite.
 */
const ridge = 1 / Math.LN10 ** 2;
const tolerance = 1e-8;
/** A ten-thousandth of a rating point. */
const refitTolerance = 1e-6;
const iterations = 100;

/** Strengths on the scale of the logistic function as Elo ratings. */
export function toRatings(strengths: Float64Array): Float64Array {
  return strengths.map((strength) => 1000 + (400 * strength) / Math.LN10);
}

export type EloRating = ReturnType<typeof rateResamples>[number];

/** For each model, its rating from the data as they are, and the middle and the 95% of those that resamples come to. */
export function rateResamples(base: Float64Array, fits: readonly Float64Array[]) {
  const ratings = toRatings(base);
  return transpose(fits.map(toRatings)).map((own, model) => {
    own.sort();
    return { rating: ratings[model] ?? 0, median: quantile(own, 0.5), interval: interval95(own) };
  });
}

/** Maximum penalized likelihood strengths, by Newton's method with step halving. */
export function fitStrengths(table: GameTable): Float64Array {
  let strengths = new Float64Array(table.models);
  let gradient = gradientOf(table, strengths);
  for (let at = 0; at < iterations; at++) {
    const step = multiply(invert(curvatureOf(table, strengths), table.models), gradient);
    for (let share = 1; ; share /= 2) {
      const next = strengths.map((strength, model) => strength + share * (step[model] ?? 0));
      const left = gradientOf(table, next);
      const isBetter = largest(left) <= largest(gradient);
      if (isBetter) [strengths, gradient] = [next, left];
      if (isBetter || share < tolerance) break;
    }
    if (largest(step) < tolerance) break;
  }
  return strengths;
}

/** Fits resampled tables that resemble a first one: its curvature serves them all, which saves inverting a matrix each. */
export function createRefit(table: GameTable) {
  const base = fitStrengths(table);
  const inverse = invert(curvatureOf(table, base), table.models);
  const refit = (resampled: GameTable) => {
    const strengths = base.slice();
    let previous = Number.POSITIVE_INFINITY;
    for (let at = 0; at < iterations; at++) {
      const step = multiply(inverse, gradientOf(resampled, strengths));
      const reach = largest(step);
      if (!(reach < previous)) break;
      for (let model = 0; model < step.length; model++) strengths[model] = (strengths[model] ?? 0) + (step[model] ?? 0);
      if (reach < refitTolerance) return strengths;
      previous = reach;
    }
    return fitStrengths(resampled);
  };
  return { base, refit };
}

function gradientOf({ models, games, points }: GameTable, strengths: Float64Array): Float64Array {
  const powers = strengths.map(Math.exp);
  const gradient = points.slice();
  for (let i = 0; i < models; i++) {
    const power = powers[i] ?? 0;
    let expected = ridge * (strengths[i] ?? 0);
    for (let j = 0; j < i; j++) {
      const played = games[i * models + j] ?? 0;
      const won = (played * power) / (power + (powers[j] ?? 0));
      expected += won;
      gradient[j] = (gradient[j] ?? 0) - (played - won);
    }
    gradient[i] = (gradient[i] ?? 0) - expected;
  }
  return gradient;
}

function curvatureOf({ models, games }: GameTable, strengths: Float64Array): Float64Array {
  const powers = strengths.map(Math.exp);
  const curvature = new Float64Array(models * models);
  const add = (at: number, amount: number) => {
    curvature[at] = (curvature[at] ?? 0) + amount;
  };
  for (let i = 0; i < models; i++) {
    add(i * models + i, ridge);
    for (let j = 0; j < i; j++) {
      const sum = (powers[i] ?? 0) + (powers[j] ?? 0);
      const information = ((games[i * models + j] ?? 0) * (powers[i] ?? 0) * (powers[j] ?? 0)) / (sum * sum);
      add(i * models + i, information);
      add(j * models + j, information);
      add(i * models + j, -information);
      add(j * models + i, -information);
    }
  }
  return curvature;
}

/** A symmetric matrix times a vector, column after column: sums that do not wait for each other are faster. */
function multiply(matrix: Float64Array, vector: Float64Array): Float64Array {
  const size = vector.length;
  const product = new Float64Array(size);
  for (let column = 0; column < size; column++) {
    const factor = vector[column] ?? 0;
    const from = column * size;
    for (let row = 0; row < size; row++) product[row] = (product[row] ?? 0) + (matrix[from + row] ?? 0) * factor;
  }
  return product;
}

function largest(values: Float64Array): number {
  return values.reduce((reach, value) => Math.max(reach, Math.abs(value)), 0);
}

/** The inverse of a symmetric positive definite matrix, stored row after row, by Gauss and Jordan: it needs no search for pivots. */
function invert(matrix: Float64Array, size: number): Float64Array {
  const inverse = matrix.slice();
  const rows = Array.from({ length: size }, (_, row) => inverse.subarray(row * size, (row + 1) * size));
  for (const [at, pivotRow] of rows.entries()) {
    const pivot = pivotRow[at] ?? 1;
    pivotRow[at] = 1;
    for (let column = 0; column < size; column++) pivotRow[column] = (pivotRow[column] ?? 0) / pivot;
    for (const row of rows) {
      if (row === pivotRow) continue;
      const factor = row[at] ?? 0;
      row[at] = 0;
      for (let column = 0; column < size; column++) {
        row[column] = (row[column] ?? 0) - factor * (pivotRow[column] ?? 0);
      }
    }
  }
  return inverse;
}

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

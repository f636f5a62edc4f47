/**
 * Elo as the original's board published it: battles between models, logistic regression without an intercept, battles
 * resampled. Its error bars are too narrow, since one task makes thousands of battles that are counted as independent.
 */
import { createRandom } from '../../util/random.ts';
import { createMultinomialDraw } from '../binomial-sampler.ts';
import { meanOf } from '../values.ts';
import { createRefit, type EloRating, type GameTable, rateResamples } from './fit-ratings.ts';

/** `wins[i · models + j]`: how often model i beat model j. */
export interface Battles {
  readonly models: number;
  readonly wins: Float64Array;
}

/** One battle for each task and pair of models; a task that both or neither solve is none (`task_no_tie`). */
export function fightOverTasks(splits: readonly (readonly Float64Array[])[]): Battles {
  const models = splits[0]?.length ?? 0;
  const wins = new Float64Array(models * models);
  for (const rows of splits) {
    for (const [i, first] of rows.entries()) {
      for (const [j, second] of rows.entries()) {
        let won = 0;
        for (let task = 0; task < first.length; task++) if ((first[task] ?? 0) > (second[task] ?? 0)) won++;
        wins[i * models + j] = (wins[i * models + j] ?? 0) + won;
      }
    }
  }
  return { models, wins };
}

/** One battle for each pair, on the mean score. A tie is counted as won by the later model, as the original does. */
export function fightOverBenchmark(splits: readonly (readonly Float64Array[])[]): Battles {
  const models = splits[0]?.length ?? 0;
  const wins = new Float64Array(models * models);
  for (const rows of splits) {
    const means = rows.map(meanOf);
    for (let i = 0; i < models; i++) {
      for (let j = i + 1; j < models; j++) {
        const at = (means[i] ?? 0) > (means[j] ?? 0) ? i * models + j : j * models + i;
        wins[at] = (wins[at] ?? 0) + 1;
      }
    }
  }
  return { models, wins };
}

/** The original draws 500 resamples. */
export function rateUpstream(battles: Battles, resamples = 500): EloRating[] {
  // Battles of one pair and winner are alike, so they are drawn at once.
  const drawWins = createMultinomialDraw(battles.wins, createRandom(battles.models));
  const { base, refit } = createRefit(tabulate(battles));
  const fits = Array.from({ length: resamples }, () => refit(tabulate({ ...battles, wins: drawWins() })));
  return rateResamples(base, fits);
}

/** The number the original's board shows. */
export function publishedRating({ median }: EloRating): number {
  return Math.trunc(median + 0.5);
}

function tabulate({ models, wins }: Battles): GameTable {
  const games = new Float64Array(models * models);
  const points = new Float64Array(models);
  for (let i = 0; i < models; i++) {
    for (let j = 0; j < models; j++) {
      const won = wins[i * models + j] ?? 0;
      points[i] = (points[i] ?? 0) + won;
      games[i * models + j] = won + (wins[j * models + i] ?? 0);
    }
  }
  return { models, games, points };
}

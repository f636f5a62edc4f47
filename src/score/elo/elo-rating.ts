import { quantile } from '../quantile.ts';
import { type GameTable, toRatings } from './fit-ratings.ts';

export interface EloRating {
  /** Of the data as they are. */
  readonly rating: number;
  /** Middle of the resamples. */
  readonly median: number;
  /** 95% of the resamples. */
  readonly interval: readonly [number, number];
}

export interface ResampledFit {
  readonly base: Float64Array;
  readonly refit: (table: GameTable) => Float64Array;
  readonly resamples: number;
  /** The games of the next resample. */
  readonly draw: (resample: number) => GameTable;
}

/** Fits every resample and reports the middle and the width of what comes out, model by model. */
export function rateResamples({ base, refit, resamples, draw }: ResampledFit): EloRating[] {
  const fitted = base.slice().fill(0);
  const byModel = Array.from(fitted, () => new Float64Array(resamples));
  for (let at = 0; at < resamples; at++) {
    const ratings = toRatings(refit(draw(at)));
    for (const [model, column] of byModel.entries()) column[at] = ratings[model] ?? 0;
  }
  const ratings = toRatings(base);
  return byModel.map((column, model) => {
    column.sort();
    return {
      rating: ratings[model] ?? 0,
      median: quantile(column, 0.5),
      interval: [quantile(column, 0.025), quantile(column, 0.975)],
    };
  });
}

import { transpose } from '../board/resample-scores.ts';
import { interval95, quantile } from '../quantile.ts';
import { toRatings } from './fit-ratings.ts';

export interface EloRating {
  /** Of the data as they are. */
  readonly rating: number;
  /** Middle of the resamples. */
  readonly median: number;
  /** 95% of the resamples. */
  readonly interval: readonly [number, number];
}

/**
 * The middle and the width of what resamples come to, model by model, from strengths fitted to the data as they are and to each
 * resample.
 */
export function rateResamples(base: Float64Array, fits: readonly Float64Array[]): EloRating[] {
  const ratings = toRatings(base);
  return transpose(fits.map(toRatings)).map((own, model) => {
    own.sort();
    return { rating: ratings[model] ?? 0, median: quantile(own, 0.5), interval: interval95(own) };
  });
}

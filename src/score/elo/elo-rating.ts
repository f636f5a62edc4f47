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

export interface RateResamplesInput {
  /** Strengths fitted to the data as they are. */
  readonly base: Float64Array;
  readonly resamples: number;
  /** Strengths fitted to one of the resamples. */
  readonly fitAt: (resample: number) => Float64Array;
}

/** Fits every resample and reports the middle and the width of what comes out, model by model. */
export function rateResamples({ base, resamples, fitAt }: RateResamplesInput): EloRating[] {
  const byModel = Array.from({ length: base.length }, () => new Float64Array(resamples));
  for (let at = 0; at < resamples; at++) {
    const ratings = toRatings(fitAt(at));
    for (const [model, column] of byModel.entries()) column[at] = ratings[model] ?? 0;
  }
  const ratings = toRatings(base);
  return byModel.map((column, model) => {
    column.sort();
    return { rating: ratings[model] ?? 0, median: quantile(column, 0.5), interval: interval95(column) };
  });
}

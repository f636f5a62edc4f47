import { transpose } from './resample-scores.ts';

/** The rank of each score, the best first; equal scores share the better rank. */
export function rankScores(scores: Float64Array): Float64Array {
  const rankOf = new Map<number, number>();
  for (const [at, score] of scores.slice().sort().reverse().entries()) {
    if (!rankOf.has(score)) rankOf.set(score, at + 1);
  }
  return scores.map((score) => rankOf.get(score) ?? 0);
}

/** The range of ranks that holds 95 of 100 resamples, for each model. */
export function rankRanges(resampled: readonly Float64Array[]): [number, number][] {
  return transpose(resampled.map(rankScores)).map((own) => {
    own.sort();
    const rankAt = (share: number) => own[Math.ceil(own.length * share) - 1] ?? 1;
    return [rankAt(0.025), rankAt(0.975)];
  });
}

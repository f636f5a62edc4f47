import type { ResampledScores } from './resample-scores.ts';

/** The rank of each score, the best first; equal scores share the better rank. */
export function rankScores(scores: Float64Array): Int32Array {
  const sorted = Float64Array.from(scores).sort();
  return Int32Array.from(scores, (score) => 1 + countAbove(sorted, score));
}

/** The range of ranks that holds 95 of 100 resamples, for each model. */
export function rankRanges({ models, resamples, scores }: ResampledScores): [number, number][] {
  const seen = Array.from({ length: models }, () => new Int32Array(models + 1));
  for (let resample = 0; resample < resamples; resample++) {
    const ranks = rankScores(scores.subarray(resample * models, (resample + 1) * models));
    for (let model = 0; model < models; model++) {
      const counts = seen[model];
      const rank = ranks[model] ?? 0;
      if (counts) counts[rank] = (counts[rank] ?? 0) + 1;
    }
  }
  return seen.map((counts) => [rankAt(counts, resamples * 0.025), rankAt(counts, resamples * 0.975)]);
}

/** The smallest rank that this many resamples do not exceed. */
function rankAt(counts: Int32Array, wanted: number): number {
  let seen = 0;
  for (let rank = 1; rank < counts.length; rank++) {
    seen += counts[rank] ?? 0;
    if (seen >= wanted) return rank;
  }
  return counts.length - 1;
}

function countAbove(sorted: Float64Array, score: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) > score) high = middle;
    else low = middle + 1;
  }
  return sorted.length - low;
}

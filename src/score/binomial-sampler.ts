import { logChoose } from './log-factorial.ts';

/** Below this expected count, walking up from zero is faster than rejection. */
const inversionMean = 10;

/**
 * Draws how many of `trials` succeed when each does with this probability. Exact: by inversion for small counts, by
 * transformed rejection (BTRS) above.
 */
export function drawBinomial(random: () => number, trials: number, probability: number): number {
  if (trials <= 0 || probability <= 0) return 0;
  if (probability >= 1) return trials;
  if (probability > 0.5) return trials - drawBinomial(random, trials, 1 - probability);
  const draw = trials * probability < inversionMean ? drawByInversion : drawByRejection;
  return draw(random, trials, probability);
}

/**
 * Draws with replacement from groups of these sizes, as many times as there are members: how often each group comes, by
 * one binomial after the other. All draws share one array.
 */
export function createMultinomialDraw(sizes: Float64Array, random: () => number): () => Float64Array {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const drawn = new Float64Array(sizes.length);
  return () => {
    let left = total;
    let weight = total;
    for (let at = 0; at < sizes.length; at++) {
      const size = sizes[at] ?? 0;
      const taken = drawBinomial(random, left, size / weight);
      drawn[at] = taken;
      left -= taken;
      weight -= size;
    }
    return drawn;
  };
}

function drawByInversion(random: () => number, trials: number, probability: number): number {
  const odds = probability / (1 - probability);
  let term = Math.exp(trials * Math.log1p(-probability));
  let left = random();
  let count = 0;
  while (left > term && count < trials) {
    left -= term;
    term *= (odds * (trials - count)) / (count + 1);
    count++;
  }
  return count;
}

/** Hörmann 1993, "The generation of binomial random variates": algorithm BTRS. Needs a mean of 10 or more. */
function drawByRejection(random: () => number, trials: number, probability: number): number {
  const deviation = Math.sqrt(trials * probability * (1 - probability));
  const b = 1.15 + 2.53 * deviation;
  const a = -0.0873 + 0.0248 * b + 0.01 * probability;
  const center = trials * probability + 0.5;
  const alpha = (2.83 + 5.1 / b) * deviation;
  for (;;) {
    const u = random() - 0.5;
    const v = random();
    const us = 0.5 - Math.abs(u);
    const count = Math.floor(((2 * a) / us + b) * u + center);
    if (us >= 0.07 && v <= 0.92 - 4.2 / b) return count;
    if (count < 0 || count > trials) continue;
    const height = Math.log((v * alpha) / (a / (us * us) + b));
    if (height <= logRatioToMode(count, trials, probability)) return count;
  }
}

/** ln of how likely this count is against the likeliest one. */
function logRatioToMode(count: number, trials: number, probability: number): number {
  const mode = Math.floor((trials + 1) * probability);
  const logOdds = Math.log(probability / (1 - probability));
  return logChoose(trials, count) - logChoose(trials, mode) + (count - mode) * logOdds;
}

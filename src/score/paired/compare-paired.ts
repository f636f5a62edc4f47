import { createRandom } from '../../util/random.ts';
import { z95 } from '../estimate.ts';
import { logChoose } from '../log-factorial.ts';
import { defaultResamples, resampleMeans } from '../resample-means.ts';
import { describeMean, quantile } from '../values.ts';

export interface ComparePairedInput {
  /** The share of samples that pass, task by task, of the first and of the second model. */
  readonly a: Float64Array;
  readonly b: Float64Array;
  /** How often `worstLoss` may be too small. */
  readonly alpha?: number | undefined;
  readonly resamples?: number | undefined;
}

/** The level at which a difference is called significant. */
export const significance = 0.05;
/** The 80th percentile of the normal distribution. */
const z80 = 0.8416212335729143;

/**
 * Compares two models task by task: exact McNemar where every task is solved or not, sign flips where shares differ. What
 * it gives is described in src/schema/comparison.ts; here everything is a share from 0 to 1, and differences are b − a.
 */
export function comparePaired(input: ComparePairedInput) {
  const { a, b, alpha = significance, resamples = defaultResamples } = input;
  const tasks = a.length;
  const differences = subtract(b, a);
  const { mean: delta, variance } = describeMean(differences);
  const standardError = Math.sqrt(variance);
  const isBinary = areBinary(a, b);
  const counts = countAgreement(a, b);
  const boundAt = createBound(differences, delta, resamples);
  const gap = isBinary
    ? smallestSignificantSplit(counts.onlyA + counts.onlyB, significance) / tasks
    : z95 * standardError;
  return {
    ...counts,
    delta,
    interval: [boundAt(significance / 2), boundAt(1 - significance / 2)] as const,
    test: isBinary ? ('mcnemar' as const) : ('sign-flip' as const),
    p: testPair(a, b, resamples),
    smallestGap: Math.min(1, gap),
    likelyGap: Math.min(1, (gap * (z95 + z80)) / z95),
    /** With confidence 1 − alpha, b is worse than a by no more than this. */
    worstLoss: Math.max(0, -boundAt(alpha)),
  };
}

export function testPair(a: Float64Array, b: Float64Array, permutations = defaultResamples): number {
  if (!areBinary(a, b)) return testSignFlip(subtract(b, a), permutations);
  const { onlyA, onlyB } = countAgreement(a, b);
  return testMcNemar(onlyA, onlyB);
}

function countAgreement(a: Float64Array, b: Float64Array) {
  const counts = { both: 0, onlyA: 0, onlyB: 0, neither: 0 };
  for (let task = 0; task < a.length; task++) {
    const [first, second] = [a[task] ?? 0, b[task] ?? 0];
    counts.both += first * second;
    counts.onlyA += first * (1 - second);
    counts.onlyB += (1 - first) * second;
    counts.neither += (1 - first) * (1 - second);
  }
  return counts;
}

function areBinary(a: Float64Array, b: Float64Array): boolean {
  return [a, b].every((values) => values.every((value) => value === 0 || value === 1));
}

function subtract(b: Float64Array, a: Float64Array): Float64Array {
  return b.map((value, task) => value - (a[task] ?? 0));
}

/** The bootstrap distribution of the mean difference, asked for the value that this share of it lies below. */
function createBound(differences: Float64Array, delta: number, resamples: number): (share: number) => number {
  const isUnanimous = differences.every((difference) => difference === differences[0]);
  if (!isUnanimous) {
    const means = resampleMeans(differences, resamples);
    return (share) => quantile(means, share);
  }
  // Every resample would be the same, which does not make it certain: none of n tasks leaves 1 − α^(1/n) of others possible.
  return (share) => {
    const reach = 1 - Math.min(share, 1 - share) ** (1 / Math.max(1, differences.length));
    return share < 0.5 ? Math.max(-1, delta - reach) : Math.min(1, delta + reach);
  };
}

/**
 * Exact two-sided McNemar test: how likely so uneven a split of the tasks that only one of two models solved is, if each
 * of them was a coin toss.
 */
export function testMcNemar(onlyA: number, onlyB: number): number {
  const discordant = onlyA + onlyB;
  const smaller = Math.min(onlyA, onlyB);
  // From the largest term of the tail down: each is a plain ratio of the one before.
  let term = Math.exp(logChoose(discordant, smaller) - discordant * Math.LN2);
  let tail = 0;
  for (let count = smaller; count >= 0 && term > 0; count--) {
    tail += term;
    term *= count / (discordant - count + 1);
  }
  return Math.min(1, 2 * tail);
}

/**
 * The smallest difference in solved tasks that this many discordant ones could have shown. With too few of them to ever
 * be significant, it is the least number that could be.
 */
export function smallestSignificantSplit(discordant: number, alpha: number): number {
  const least = Math.ceil(1 - Math.log2(alpha));
  const total = Math.max(discordant, least);
  for (let difference = total % 2; difference <= total; difference += 2) {
    const smaller = (total - difference) / 2;
    if (testMcNemar(smaller, total - smaller) < alpha) return difference;
  }
  return total;
}

/** Sums that should be equal differ by rounding. */
const tolerance = 1e-9;

/**
 * Two-sided sign-flip permutation test of paired differences: if neither model is better, each difference might as well
 * have the other sign. Exact where there are few enough differences to try every choice of signs.
 */
export function testSignFlip(differences: Float64Array, permutations = defaultResamples): number {
  const sizes = differences.filter((difference) => difference !== 0).map(Math.abs);
  const observed = Math.abs(differences.reduce((sum, difference) => sum + difference, 0)) - tolerance;
  if (sizes.length === 0) return 1;
  const choices = 2 ** sizes.length;
  const isExact = choices <= permutations;
  const random = createRandom(sizes.length);
  let extreme = 0;
  for (let at = 0; at < (isExact ? choices : permutations); at++) {
    let bits = at;
    let sum = 0;
    for (let place = 0; place < sizes.length; place++) {
      // One random number gives the signs of 32 differences.
      if (!isExact && place % 32 === 0) bits = Math.floor(random() * 4294967296);
      sum += bits & 1 ? (sizes[place] ?? 0) : -(sizes[place] ?? 0);
      bits >>>= 1;
    }
    if (Math.abs(sum) >= observed) extreme++;
  }
  return isExact ? extreme / choices : (extreme + 1) / (permutations + 1);
}

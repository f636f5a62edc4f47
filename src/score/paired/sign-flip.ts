import { createRandom } from '../../util/random.ts';
import { defaultResamples } from '../resample-means.ts';

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
  const countExtreme = (times: number, sumAt: (at: number) => number) => {
    let extreme = 0;
    for (let at = 0; at < times; at++) if (Math.abs(sumAt(at)) >= observed) extreme++;
    return extreme;
  };
  const choices = 2 ** sizes.length;
  if (choices <= permutations) return countExtreme(choices, (signs) => sumWithSigns(sizes, signs)) / choices;
  return (countExtreme(permutations, createSignedSum(sizes)) + 1) / (permutations + 1);
}

function sumWithSigns(sizes: Float64Array, signs: number): number {
  let sum = 0;
  for (let at = 0; at < sizes.length; at++) sum += (signs >> at) & 1 ? (sizes[at] ?? 0) : -(sizes[at] ?? 0);
  return sum;
}

/** One random number gives the signs of 32 differences. */
function createSignedSum(sizes: Float64Array): () => number {
  const random = createRandom(sizes.length);
  return () => {
    let sum = 0;
    let bits = 0;
    for (let at = 0; at < sizes.length; at++) {
      if (at % 32 === 0) bits = Math.floor(random() * 4294967296);
      sum += bits & 1 ? (sizes[at] ?? 0) : -(sizes[at] ?? 0);
      bits >>>= 1;
    }
    return sum;
  };
}

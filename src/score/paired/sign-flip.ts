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

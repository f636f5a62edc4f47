import { logChoose } from '../log-factorial.ts';

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

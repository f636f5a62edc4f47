import { adjustHolm } from '../adjust-p.ts';
import { significance } from '../paired/compare-paired.ts';
import { testMcNemar } from '../paired/mcnemar.ts';
import { testSignFlip } from '../paired/sign-flip.ts';

/**
 * Groups models that cannot be told apart: the best one opens a tier, everybody who is not significantly below it (paired
 * test, Holm over those that are left) joins, and the best of the rest opens the next. Counted from 1.
 */
export function assignTiers(rows: readonly Float64Array[]): number[] {
  const tiers = Array<number>(rows.length).fill(0);
  let left = rows
    .map((row, model) => ({ model, row, score: row.reduce((sum, value) => sum + value, 0) }))
    .sort((a, b) => b.score - a.score || a.model - b.model);
  for (let tier = 1; left.length > 0; tier++) {
    const [leader, ...others] = left;
    if (!leader) break;
    tiers[leader.model] = tier;
    const adjusted = adjustHolm(others.map(({ row }) => testPair(leader.row, row)));
    left = others.filter(({ model }, at) => {
      const isBelow = (adjusted[at] ?? 1) < significance;
      if (!isBelow) tiers[model] = tier;
      return isBelow;
    });
  }
  return tiers;
}

/** The p-value of a paired test of two rows, whatever they hold. */
export function testPair(a: Float64Array, b: Float64Array): number {
  let onlyA = 0;
  let onlyB = 0;
  let isBinary = true;
  for (let task = 0; task < a.length && isBinary; task++) {
    const [first, second] = [a[task] ?? 0, b[task] ?? 0];
    isBinary = (first === 0 || first === 1) && (second === 0 || second === 1);
    if (first > second) onlyA++;
    else if (second > first) onlyB++;
  }
  return isBinary ? testMcNemar(onlyA, onlyB) : testSignFlip(b.map((value, task) => value - (a[task] ?? 0)));
}

import { adjustHolm } from '../adjust-p.ts';
import { significance, testPair } from '../paired/compare-paired.ts';

/**
 * Groups models that cannot be told apart: the best one opens a tier, every model that is not significantly below it (paired
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

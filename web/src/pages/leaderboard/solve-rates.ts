import type { Leaderboard } from '../../../../src/schema/leaderboard.ts';

/** How much of the board is left to solve, a sentence for each split. */
export function describeSolveRates({ solve_rates: bySplit }: Leaderboard): string[] {
  return Object.entries(bySplit).map(([split, rates]) => {
    const values = Object.values(rates);
    const none = values.filter((rate) => rate === 0).length;
    const all = values.filter((rate) => rate === 100).length;
    const solvable = (100 * (values.length - none)) / Math.max(1, values.length);
    return `${split}: ${none} of ${values.length} tasks are solved by no model here, ${all} by all; somebody solves ${solvable.toFixed(1)}%.`;
  });
}

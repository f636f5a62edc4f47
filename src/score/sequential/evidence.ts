/**
 * Stakes of the bets, cos((2j − 1)π / 128): equal weight on each is the half of Jeffreys' prior that bets one way. Any fixed
 * list is valid; this one is close to the best for differences of one point and of fifty.
 */
const stakes = Array.from({ length: 32 }, (_, at) => Math.cos(((2 * at + 1) * Math.PI) / 128));

export type Evidence = ReturnType<typeof createEvidence>;

/**
 * Bets that `total` values from −1 to 1, drawn without replacement, have a mean above a bound. `value` is the wealth so far:
 * if the mean is at most the bound, it ever exceeds 1/α with probability α at most. See docs/design/statistics.md for why
 * this is an e-process, both for the mean of these values and for that of the population they come from.
 */
export function createEvidence({ bound, total }: { readonly bound: number; readonly total: number }) {
  const wealth = new Float64Array(stakes.length).fill(1);
  let count = 0;
  let sum = 0;
  return {
    add(block: readonly number[]) {
      // What is left has a larger mean than the whole if what was drawn had a smaller one.
      const left = (total * bound - sum) / Math.max(1, total - count);
      const mean = Math.min(1, Math.max(bound, left));
      for (const value of block) {
        const gain = (value - mean) / (1 + mean);
        for (let at = 0; at < stakes.length; at++) wealth[at] = (wealth[at] ?? 0) * (1 + (stakes[at] ?? 0) * gain);
        sum += value;
      }
      count += block.length;
    },
    get value() {
      return wealth.reduce((all, each) => all + each, 0) / stakes.length;
    },
  };
}

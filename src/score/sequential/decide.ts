import type { Decision } from '../../schema/decision.ts';

interface DecideInput {
  /** The second model's share of solved samples minus the first's, task by task in the order of the tasks; a prefix of it. */
  readonly differences: readonly number[];
  /** How many tasks there are. */
  readonly total: number;
  /** How many tasks belong together: one of each stratum. */
  readonly block: number;
  /** How often a decision may be wrong. */
  readonly alpha: number;
  /** A difference that does not matter, as a share; left out, nothing is ever decided to be equivalent. */
  readonly margin?: number | undefined;
}

export interface Decided extends Pick<Decision, 'verdict' | 'eValue' | 'steps'> {
  /** Tasks the decision is based on; of no decision, those in whole blocks. */
  readonly tasks: number;
}

/**
 * Better, worse, or equivalent, as soon as that is certain enough: at the first block after which one of these has an
 * e-value of 1/α. Whatever comes later does not change it.
 */
export function decide({ differences, total, block, alpha, margin }: DecideInput): Decided {
  const against = (bound: number) => createEvidence({ bound, total });
  // Halved, because two of these can be wrong at once: the sum of the chances is α.
  const half = ({ value }: Evidence) => value / 2;
  const better = against(0);
  const worse = against(0);
  const above = margin === undefined ? undefined : against(-margin);
  const below = margin === undefined ? undefined : against(-margin);
  const steps: Decision['steps'] = [];
  let tasks = 0;
  for (const size of blockSizes(total, block)) {
    const values = differences.slice(tasks, tasks + size);
    if (values.length < size) break;
    const mirrored = values.map((value) => -value);
    better.add(values);
    worse.add(mirrored);
    above?.add(values);
    below?.add(mirrored);
    tasks += size;
    const equivalent = above && below && { equivalent: Math.min(half(above), half(below)) };
    const step = { tasks, better: half(better), worse: half(worse), ...equivalent };
    steps.push(step);
    const verdict = (['better', 'worse', 'equivalent'] as const).find((each) => (step[each] ?? 0) >= 1 / alpha);
    if (verdict) return { verdict, tasks, eValue: step[verdict] ?? 0, steps };
  }
  const { better: up = 0.5, worse: down = 0.5 } = steps.at(-1) ?? {};
  return { verdict: 'undecided', tasks, eValue: Math.max(up, down), steps };
}

/** What strata of equal size leave over comes first. */
export function blockSizes(total: number, block: number): number[] {
  const rest = total % block;
  return [...(rest > 0 ? [rest] : []), ...Array<number>(Math.floor(total / block)).fill(block)];
}

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

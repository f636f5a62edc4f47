import type { Decision } from '../../schema/decision.ts';
import { createEvidence, type Evidence } from './evidence.ts';

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

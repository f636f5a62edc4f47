import type { EvaluationRules } from '../../schema/evaluation-rules.ts';
import type { GroundTruth } from '../../schema/ground-truth.ts';
import { lengthOf } from './expected-cost.ts';

const shortestMs = 300;
const longestMs = 5000;

/**
 * Picks the answers that a run ends with. Any answer may be endless, but about one in three hundred is: if hundreds of short
 * ones came last, one of them would run into its limit while the other cores have nothing left to do. So the end belongs to
 * a dozen or two of middling length, together as long as the shortest limit on every core. Ground truth comes with the longest
 * first, so these are the longest that are short enough to end side by side.
 */
export class ClosingJobs {
  #roomMs: number;

  constructor({ timeLimit }: Pick<EvaluationRules, 'timeLimit'>, capacity: number) {
    this.#roomMs = 1000 * capacity * (timeLimit.kind === 'auto' ? timeLimit.floorSeconds : timeLimit.seconds);
  }

  /** Whether an answer to this task should wait until no others do. */
  take(groundTruth: GroundTruth | undefined): boolean {
    if (!groundTruth || this.#roomMs <= 0) return false;
    if (groundTruth.cpuMs < shortestMs || lengthOf(groundTruth) > longestMs) return false;
    this.#roomMs -= groundTruth.cpuMs;
    return true;
  }
}

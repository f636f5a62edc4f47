import { knownCosts } from '../../dataset/public-tasks.ts';
import type { EvaluationRules } from '../../schema/evaluation-rules.ts';
import type { GroundTruth } from '../../schema/proof.ts';
import type { Task } from '../../schema/task.ts';

/** What a task's job will probably need, in milliseconds. Affects only the order and admission of jobs. */
export type ExpectedCost = Readonly<{ cpuMs: number; wallMs: number }>;

const ordinary: ExpectedCost = { cpuMs: 30, wallMs: 50 };

/**
 * Unlike a reference solution, an answer may never end: 8 of 2,280 recorded ones ran into their limit. This is enough to
 * start short answers first, and little enough for a fleet, which sends jobs in chunks of about a second.
 */
const riskMs = 30;

/** Measured if the reference solution ran here, otherwise what is known about the public tasks. */
export function expectCost(task: Pick<Task, 'id'>, groundTruth?: GroundTruth): ExpectedCost {
  if (groundTruth) return { cpuMs: groundTruth.cpuMs, wallMs: groundTruth.wallMs };
  const known = knownCosts[task.id];
  return known ? { cpuMs: known[0] * 1000, wallMs: known[1] * 1000 } : ordinary;
}

/** The same for an answer. Short ones start before short reference solutions, so that an endless one does not come last. */
export function expectAnswerCost(task: Pick<Task, 'id'>, groundTruth: GroundTruth | undefined): ExpectedCost {
  const { cpuMs, wallMs } = expectCost(task, groundTruth);
  return { cpuMs: cpuMs + riskMs, wallMs: wallMs + riskMs };
}

/** How long a job keeps the run from ending: sleeping counts as much as computing. */
export function lengthOf({ cpuMs, wallMs }: ExpectedCost): number {
  return Math.max(cpuMs, wallMs);
}

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

import { knownCosts } from '../../dataset/facts/known-costs.ts';
import type { GroundTruth } from '../../schema/ground-truth.ts';
import type { Task } from '../../schema/task.ts';

/** What a job of a task will probably need, in milliseconds. Only the order and the admission of jobs depend on it. */
export interface ExpectedCost {
  readonly cpuMs: number;
  readonly wallMs: number;
}

const ordinary: ExpectedCost = { cpuMs: 50, wallMs: 100 };

/** Measured where the canonical solution ran here, otherwise what is known of the public tasks. */
export function expectCost(task: Pick<Task, 'id'>, groundTruth?: GroundTruth): ExpectedCost {
  if (groundTruth) return { cpuMs: groundTruth.cpuMs, wallMs: groundTruth.wallMs };
  const known = knownCosts[task.id];
  return known ? { cpuMs: known[0] * 1000, wallMs: known[1] * 1000 } : ordinary;
}

/** How long a job keeps the run from ending: what sleeps counts as much as what computes. */
export function lengthOf({ cpuMs, wallMs }: ExpectedCost): number {
  return Math.max(cpuMs, wallMs);
}

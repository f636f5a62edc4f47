import type { Task } from '../schema/task.ts';
import { hardIds } from './facts/hard-ids.ts';
import type { HubSubset } from './load-hub-tasks.ts';

const fullSize = 1140;

/** What is wrong with tasks that should be a hub subset: every version has the same ids in the same order. */
export function findSubsetFaults(subset: HubSubset, tasks: readonly Task[]): string[] {
  const expected = subset === 'hard' ? hardIds : Array.from({ length: fullSize }, (_, at) => `BigCodeBench/${at}`);
  const faults: string[] = [];
  if (tasks.length !== expected.length) faults.push(`There are ${tasks.length} tasks instead of ${expected.length}.`);
  const at = expected.findIndex((id, position) => tasks[position]?.id !== id);
  if (at >= 0) faults.push(`Task ${at + 1} is ${tasks[at]?.id ?? 'missing'} instead of ${expected[at]}.`);
  return faults;
}

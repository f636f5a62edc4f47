import { toOneLine } from '../report/one-line.ts';
import type { Flip } from '../schema/comparison.ts';
import type { Result, TaskResult } from './result.ts';

const causeWidth = 160;

/** Tasks that one of two results solves and the other does not; of several samples, where most of them differ. */
export function listFlips(taskIds: readonly string[], a: Result, b: Result): Flip[] {
  return taskIds.flatMap((taskId) => {
    const [one, other] = [a.tasks.get(taskId), b.tasks.get(taskId)];
    if (!one || !other) return [];
    const difference = other.passed / other.samples - one.passed / one.samples;
    if (Math.abs(difference) < 0.5) return [];
    const worse = difference > 0 ? one : other;
    return [{ task_id: taskId, a: describe(one), b: describe(other), cause: clip(worse.cause ?? worse.status) }];
  });
}

function describe({ samples, passed, status }: TaskResult): string {
  return samples === 1 ? status : `${passed}/${samples}`;
}

function clip(cause: string): string {
  const line = toOneLine(cause);
  return line.length <= causeWidth ? line : `${line.slice(0, causeWidth - 1)}…`;
}

import { expectCost, lengthOf } from '../../src/evaluate/jobs/expected-cost.ts';
import { buildLimits } from '../../src/evaluate/jobs/time-limit.ts';
import { defaultRules } from '../../src/schema/evaluation-rules.ts';
import type { Job } from '../../src/schema/execution.ts';
import type { Task } from '../../src/schema/task.ts';
import { readRecordedTimes } from '../support/recorded-times.ts';

/** Makes jobs whose time limits come from the reference solutions' recorded times. */
export async function createJobBuilder(): Promise<(task: Task, program: { id: string; code: string }) => Job> {
  const times = await readRecordedTimes();
  return (task, { id, code }) => {
    const groundTruth = times.get(task.id);
    const limits = buildLimits({ rules: defaultRules, task, groundTruth });
    return { id, code, test: task.test, limits, libs: task.libs, costHintMs: lengthOf(expectCost(task, groundTruth)) };
  };
}

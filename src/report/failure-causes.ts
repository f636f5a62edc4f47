import { isFailing } from '../schema/execution.ts';
import { causeOf, exceptionOf } from '../schema/failure.ts';
import type { Verdict } from '../schema/verdict.ts';
import { groupBy } from '../util/group-by.ts';

export interface FailedTest {
  readonly taskId: string;
  readonly test: string;
  readonly count: number;
  /** The exception of the first traceback. */
  readonly cause: string;
}

/** Tests and how many samples fail each, worst first. */
export function countFailedTests(failures: Iterable<{ taskId: string; test: string; trace: string }>): FailedTest[] {
  const counts = new Map<string, FailedTest>();
  for (const { taskId, test, trace } of failures) {
    const key = `${taskId}\0${test}`;
    const { count, cause } = counts.get(key) ?? { count: 0, cause: exceptionOf(trace).line };
    counts.set(key, { taskId, test, count: count + 1, cause });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}

export function mostFailedTests(verdicts: readonly Verdict[]): FailedTest[] {
  const failed = verdicts.filter(({ status }) => status !== 'pass');
  const failures = failed.flatMap(({ taskId, tests }) =>
    tests
      .filter((test) => isFailing(test) && test.outcome !== 'missing')
      .map(({ name, outcome, message }) => ({ taskId, test: name, trace: message ?? outcome })),
  );
  return countFailedTests(failures);
}

/** The most frequent first. */
export function countCauses(causes: readonly string[]) {
  return [...groupBy(causes, (cause) => cause)]
    .map(([cause, { length: count }]) => ({ cause, count }))
    .sort((a, b) => b.count - a.count);
}

/** Kinds of failure (`AssertionError`, `timeout: cpu` …), most frequent first. */
export function failureCauses(verdicts: readonly Verdict[]) {
  return countCauses(verdicts.filter(({ status }) => status !== 'pass').map(causeOf));
}

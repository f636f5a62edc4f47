import { isFailing } from '../schema/execution.ts';
import { causeOf, exceptionOf, type Verdict } from '../schema/verdict.ts';
import { groupBy } from '../util/group-by.ts';

/** Tests, how many samples fail each, and the exception of the first traceback; worst first. */
export function countFailedTests(failures: readonly Readonly<Record<'taskId' | 'test' | 'trace', string>>[]) {
  return [...groupBy(failures, ({ taskId, test }) => `${taskId}\0${test}`).values()]
    .flatMap(([first, ...others]) => (first ? [{ ...first, count: 1 + others.length }] : []))
    .map(({ trace, ...counted }) => ({ ...counted, cause: exceptionOf(trace).line }))
    .sort((a, b) => b.count - a.count);
}

export function mostFailedTests(verdicts: readonly Verdict[]) {
  const failed = verdicts.filter(({ status }) => status !== 'pass');
  const failures = failed.flatMap(({ taskId, tests }) =>
    tests
      .filter((test) => isFailing(test) && test.outcome !== 'missing')
      .map(({ name, outcome, message }) => ({ taskId, test: name, trace: message ?? outcome })),
  );
  return countFailedTests(failures);
}

export function countCauses(causes: readonly string[]) {
  return [...groupBy(causes, (cause) => cause)]
    .map(([cause, { length: count }]) => ({ cause, count }))
    .sort((a, b) => b.count - a.count);
}

/** Kinds of failure (`AssertionError`, `timeout: cpu` …), most frequent first. */
export function failureCauses(verdicts: readonly Verdict[]) {
  return countCauses(verdicts.filter(({ status }) => status !== 'pass').map(causeOf));
}

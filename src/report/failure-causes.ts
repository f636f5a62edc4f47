import type { Verdict } from '../schema/verdict.ts';

export interface FailedTest {
  readonly taskId: string;
  readonly test: string;
  readonly count: number;
  /** The exception of the first traceback. */
  readonly cause: string;
}

/** The tests that most samples fail, worst first. */
export function mostFailedTests(verdicts: readonly Verdict[], limit: number): FailedTest[] {
  const failures = new Map<string, FailedTest>();
  for (const { taskId, tests } of verdicts) {
    for (const { name, outcome, message } of tests) {
      if (outcome === 'pass') continue;
      const key = `${taskId}\0${name}`;
      const known = failures.get(key);
      const cause = known?.cause ?? exceptionOf(message ?? outcome).line;
      failures.set(key, { taskId, test: name, count: (known?.count ?? 0) + 1, cause });
    }
  }
  return [...failures.values()].sort((a, b) => b.count - a.count).slice(0, limit);
}

export interface FailureCause {
  readonly cause: string;
  readonly count: number;
}

/** Kinds of failure (`AssertionError`, `timeout: cpu` …), most frequent first. */
export function failureCauses(verdicts: readonly Verdict[], limit: number): FailureCause[] {
  const counts = new Map<string, number>();
  for (const verdict of verdicts) {
    if (verdict.outcome === 'pass') continue;
    const cause = causeOf(verdict);
    counts.set(cause, (counts.get(cause) ?? 0) + 1);
  }
  return [...counts]
    .map(([cause, count]) => ({ cause, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, limit);
}

export function slowestVerdicts(verdicts: readonly Verdict[], limit: number): Verdict[] {
  return [...verdicts].sort((a, b) => b.cpuMs - a.cpuMs).slice(0, limit);
}

/** The first failing test's exception, or the reason for the outcome. */
export function causeOf({ outcome, reason, tests }: Verdict): string {
  if (outcome !== 'fail' && outcome !== 'error') return reason === undefined ? outcome : `${outcome}: ${reason}`;
  const failing = tests.find(({ outcome, message }) => outcome !== 'pass' && message !== undefined);
  return exceptionOf(failing?.message ?? reason ?? outcome).name;
}

export interface RaisedException {
  /** `AssertionError`, `subprocess.CalledProcessError`; if the text names none, its last line. */
  readonly name: string;
  /** The line that names it. */
  readonly line: string;
}

const exceptionLine =
  /^((?:\w+\.)*\w*(?:Error|Exception|Warning|Exit|Interrupt|Iteration|Timeout|Failure|Skip\w*))(?::|$)/;

/** The exception a traceback ends with; its message may span several lines. */
export function exceptionOf(traceback: string): RaisedException {
  const line = traceback.split('\n').findLast((candidate) => exceptionLine.test(candidate)) ?? lastLine(traceback);
  return { line: line.trim(), name: exceptionLine.exec(line)?.[1] ?? line };
}

function lastLine(text: string): string {
  const lines = text.trimEnd().split('\n');
  return (lines.findLast((line) => line.trim() !== '') ?? '').trim();
}

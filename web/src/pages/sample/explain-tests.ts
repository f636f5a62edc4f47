import { isRefusal } from '../../../../src/schema/refusal.ts';
import type { SampleDocument, TestView } from '../../../../src/schema/view/sample-document.ts';
import { formatDuration } from '../../ui/format.ts';

const lineBreak = /\r\n|\r|\n/;

/** A program that ran: a sample, or what was tried in the sandbox. */
export interface Explained extends Pick<SampleDocument, 'tests' | 'program' | 'calibrationLines'> {
  readonly verdict: Pick<SampleDocument['verdict'], 'outcome' | 'reason' | 'stack' | 'wallMs' | 'cpuMs'>;
  readonly answer?: Pick<SampleDocument['answer'], 'rawText'>;
}

/** What became of the tests of a sample, in groups and in words. */
export interface TestSummary {
  readonly heading: string;
  /** Why it ended, where the tests do not say it themselves. */
  readonly explanation: string | undefined;
  readonly failing: readonly TestView[];
  readonly passing: readonly TestView[];
  /** Tests that did not come to their end say nothing about the program. */
  readonly notRun: readonly TestView[];
}

export function explainTests(sample: Explained): TestSummary {
  const { tests, verdict } = sample;
  const passing = tests.filter(({ outcome }) => outcome === 'pass');
  const notRun = tests.filter(({ outcome }) => outcome === 'missing' || outcome === 'not-run');
  const failing = tests.filter((test) => !passing.includes(test) && !notRun.includes(test));
  const isStopped = verdict.outcome === 'timeout' || notRun.some(({ outcome }) => outcome === 'missing');
  const unfinished = `${notRun.length} did not ${isStopped && passing.length + failing.length > 0 ? 'finish' : 'run'}`;
  const counts = [
    ...(failing.length > 0 ? [`${failing.length} of ${tests.length} tests fail`] : []),
    ...(failing.length === 0 && passing.length > 0 ? [`${passing.length} of ${tests.length} tests pass`] : []),
    ...(notRun.length > 0 && notRun.length < tests.length ? [unfinished] : []),
  ];
  const allPass =
    tests.length > 1 ? `All ${tests.length} tests pass` : tests.length > 0 ? 'Its test passes' : 'It passes';
  const isClean = verdict.outcome === 'pass' && passing.length === tests.length;
  return {
    heading: isClean ? allPass : counts.length > 0 ? counts.join(', ') : noneOf(sample),
    explanation: explainEnd(sample, failing),
    failing,
    passing,
    notRun,
  };
}

function noneOf(sample: Explained): string {
  return findStoppedLines(sample).tests === undefined ? 'No test ran' : 'No test finished';
}

function explainEnd({ verdict, answer, program, calibrationLines }: Explained, failing: readonly TestView[]) {
  const { outcome, reason, wallMs, cpuMs } = verdict;
  const solution = program.split('\n').slice(calibrationLines).join('\n');
  if (outcome === 'pass') return undefined;
  if (isRefusal(answer?.rawText ?? solution)) return 'The model declined to answer.';
  if (solution.trim() === '') return 'There was no code in the answer.';
  switch (outcome) {
    case 'timeout':
      if (reason === 'cpu') return `Stopped after ${formatDuration(cpuMs)} of CPU time.`;
      return wallMs > 0 ? `Stopped after ${formatDuration(wallMs)}.` : 'Stopped when its time was over.';
    case 'out-of-memory':
      return `Stopped at the memory limit (${reason ?? 'out of memory'}).`;
    default:
      return failing.some(({ message }) => message !== undefined) ? undefined : reason;
  }
}

/** The line of the program that could not be read as Python, as the error names it. */
export function findSyntaxError({ verdict, program }: Explained): { line: number; label: string } | undefined {
  const found = /^(?:\w*(?:Syntax|Indentation|Tab)Error: )?(.*?) ?\(\S+, line (\d+)\)/m.exec(verdict.reason ?? '');
  const line = Number(found?.[2]);
  return found && line >= 1 && line <= program.split('\n').length ? { line, label: found[1] ?? '' } : undefined;
}

/** The innermost lines of the program and of its tests that it was in when its time was over. */
export function findStoppedLines({ verdict, program }: Explained): { program?: number; tests?: number } {
  const lines = [...(verdict.stack ?? '').matchAll(/File "__test__\.py", line (\d+)/g)].map(([, line]) => Number(line));
  const programLines = program.split(lineBreak).length;
  const inProgram = lines.findLast((line) => line <= programLines);
  const inTests = lines.findLast((line) => line > programLines);
  return {
    ...(inProgram === undefined ? {} : { program: inProgram }),
    ...(inTests === undefined ? {} : { tests: inTests - programLines }),
  };
}

/**
 * Frames of a traceback by the pane that shows them: the program and its tests run as one module, the tests below. Of a
 * solution, the pane has no lines of calibration.
 */
export function renumberFrames(
  message: string,
  { program, calibrationLines }: Pick<Explained, 'program' | 'calibrationLines'>,
  pane: 'Program' | 'Solution' = 'Program',
): string {
  const programLines = program.split(lineBreak).length;
  const hidden = pane === 'Solution' ? calibrationLines : 0;
  return message.replace(/(?:File "__test__\.py"|\b__test__\.py), line (\d+)/g, (_, digits: string) => {
    const line = Number(digits);
    if (line > programLines) return `Tests, line ${line - programLines}`;
    return line > hidden ? `${pane}, line ${line - hidden}` : `Calibration, line ${line}`;
  });
}

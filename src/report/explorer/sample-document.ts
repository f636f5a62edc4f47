import { calibrationOf, type Task } from '../../schema/task.ts';
import { causeOf, type Verdict } from '../../schema/verdict.ts';
import type { SampleDocument, TestView } from '../../schema/view/sample-document.ts';

interface SampleParts extends Pick<SampleDocument, 'runId' | 'answer' | 'prompt' | 'siblings' | 'turns'> {
  readonly verdict: Verdict;
  readonly task: Pick<Task, 'codePrompt'> | undefined;
  /** Whether calibration was in front of the solution when it ran. */
  readonly isCalibrated: boolean;
}

export function buildSampleDocument(parts: SampleParts): SampleDocument {
  const { verdict, task, isCalibrated, ...more } = parts;
  const { taskId, index, solution, tests, ...rest } = verdict;
  const calibration = isCalibrated && task !== undefined ? calibrationOf(task) : '';
  const program = calibration + solution;
  return {
    ...more,
    taskId,
    index,
    verdict: rest,
    cause: verdict.status === 'pass' ? '' : causeOf(verdict),
    tests: placeTests(tests, program),
    program,
    calibrationLines: calibration.split('\n').length - 1,
  };
}

const frame = /^ *File "__test__\.py", line (\d+)(?:, in (\S+))?/gm;
const lineBreak = /\r\n|\r|\n/;

/**
 * The tests of a sample with the lines their failures point at. A program and its tests run as one module, the tests
 * one line below the program, so a traceback's line numbers tell which of the two a frame is in.
 */
export function placeTests(tests: Verdict['tests'], program: string): TestView[] {
  const programLines = program.split(lineBreak).length;
  return tests.map(({ name, outcome, ms, message, line }) => {
    const frames = [...(message ?? '').matchAll(frame)].map(([, at, inside]) => ({ line: Number(at), inside }));
    const inTests = frames.filter((place) => place.line > programLines);
    // A helper of the test class may be innermost; what people look for is the line of the test itself.
    const testFrame = inTests.findLast(({ inside }) => inside === name) ?? inTests.at(-1);
    const programLine = line ?? frames.findLast((place) => place.line <= programLines)?.line;
    return {
      ...{ name, outcome, ms },
      ...(message === undefined ? {} : { message }),
      ...(programLine === undefined || programLine === 0 ? {} : { programLine }),
      ...(testFrame === undefined ? {} : { testLine: testFrame.line - programLines }),
    };
  });
}

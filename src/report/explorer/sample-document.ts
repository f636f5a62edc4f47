import { causeOf } from '../../schema/failure.ts';
import { calibrationOf, type Task } from '../../schema/task.ts';
import type { Verdict } from '../../schema/verdict.ts';
import type { SampleDocument } from '../../schema/view/sample-document.ts';
import { placeTests } from './failure-place.ts';

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

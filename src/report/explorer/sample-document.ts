import type { Outcome } from '../../schema/execution.ts';
import { causeOf } from '../../schema/failure.ts';
import type { Prompt } from '../../schema/prompt.ts';
import { calibrationOf, type Task } from '../../schema/task.ts';
import type { Verdict } from '../../schema/verdict.ts';
import type { AnswerView, SampleDocument } from '../../schema/view/sample-document.ts';
import { placeTests } from './failure-place.ts';

export interface SampleParts {
  readonly runId: string;
  readonly verdict: Verdict;
  readonly task: Pick<Task, 'codePrompt'> | undefined;
  /** Whether calibration was in front of the solution when it ran. */
  readonly isCalibrated: boolean;
  readonly answer: AnswerView;
  readonly prompt?: Prompt | undefined;
  readonly siblings: readonly Outcome[];
  readonly turns?: SampleDocument['turns'];
}

/** Everything the page of one sample shows, besides its task. */
export function buildSampleDocument(parts: SampleParts): SampleDocument {
  const { runId, verdict, task, isCalibrated, answer, prompt, siblings, turns } = parts;
  const { taskId, index, solution, tests, ...rest } = verdict;
  const calibration = isCalibrated && task !== undefined ? calibrationOf(task) : '';
  const program = calibration + solution;
  return {
    runId,
    taskId,
    index,
    verdict: rest,
    cause: verdict.status === 'pass' ? '' : causeOf(verdict),
    tests: placeTests(tests, program),
    program,
    calibrationLines: calibration.split('\n').length - 1,
    answer,
    ...(prompt === undefined ? {} : { prompt }),
    siblings,
    turns,
  };
}

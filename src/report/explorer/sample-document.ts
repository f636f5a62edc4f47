import type { Outcome } from '../../schema/execution.ts';
import type { Prompt } from '../../schema/prompt.ts';
import type { Task } from '../../schema/task.ts';
import type { Verdict } from '../../schema/verdict.ts';
import type { AnswerView, SampleDocument } from '../../schema/view-document.ts';
import { placeTests } from './failure-place.ts';
import { briefOf, causeOfBrief } from './verdict-index.ts';

export interface SampleParts {
  readonly runId: string;
  readonly verdict: Verdict;
  readonly task: Pick<Task, 'codePrompt'> | undefined;
  readonly answer: AnswerView;
  readonly prompt?: Prompt | undefined;
  readonly siblings: readonly Outcome[];
}

/** Everything the page of one sample shows, besides its task. */
export function buildSampleDocument({ runId, verdict, task, answer, prompt, siblings }: SampleParts): SampleDocument {
  const { taskId, index, code, tests, ...rest } = verdict;
  return {
    runId,
    taskId,
    index,
    verdict: rest,
    cause: causeOfBrief(briefOf(verdict)),
    tests: placeTests(tests, code),
    program: code,
    calibrationLines: countCalibrationLines(code, task),
    answer,
    ...(prompt === undefined ? {} : { prompt }),
    siblings,
  };
}

/** How many lines calibration put before the solution. */
function countCalibrationLines(code: string, task: SampleParts['task']): number {
  const prefix = `${task?.codePrompt}\n    pass\n`;
  return task !== undefined && code.startsWith(prefix) ? prefix.split('\n').length - 1 : 0;
}

/** The solution inside a program that may have been calibrated. */
export function solutionOf(code: string, task: SampleParts['task']): string {
  const prefix = `${task?.codePrompt}\n    pass\n`;
  return task !== undefined && code.startsWith(prefix) ? code.slice(prefix.length) : code;
}

import type { ResultConditions } from '../compare/result.ts';
import type { VerdictIndex } from '../report/explorer/verdict-index.ts';
import type { Prompt } from '../schema/prompt.ts';
import type { Task } from '../schema/task.ts';
import type { Verdict } from '../schema/verdict.ts';
import type { RunDocument, RunSummary } from '../schema/view/run-document.ts';
import type { AnswerView } from '../schema/view/sample-document.ts';
import type { TaskShelf } from './task-shelf.ts';

/** What opening a run needs of the view. */
export interface RunContext {
  readonly shelf: TaskShelf;
  /** The tasks of result files, which do not bring theirs along. */
  readonly readPublicTasks: () => Promise<readonly Task[]>;
}

export interface SampleKey {
  readonly taskId: string;
  readonly index: number;
}

/** A verdict, and whether calibration was in front of its solution when it ran. */
export interface JudgedSample {
  readonly verdict: Verdict;
  readonly isCalibrated: boolean;
}

/** What a run's own page shows besides its verdicts. */
export type RunDetails = Pick<RunDocument, 'score' | 'groundTruth' | 'excluded' | 'notes' | 'provenance' | 'commands'>;

/** One run as the explorer reads it, whatever it was read from. Nothing is ever written to it. */
export interface ViewRun {
  readonly id: string;
  /** Verdicts so far; grows while the run is under way. */
  loadIndex(): Promise<VerdictIndex>;
  summarize(): Promise<RunSummary>;
  detail(): Promise<RunDetails>;
  /** The tasks it was scored on, as far as they can be had. */
  loadTasks(): Promise<ReadonlyMap<string, Task>>;
  readVerdict(key: SampleKey): Promise<JudgedSample | undefined>;
  readAnswer(key: SampleKey): Promise<AnswerView>;
  /** The request for a task, where the run says how it asked. */
  promptOf(task: Task): Prompt | undefined;
  /** What must be equal for two runs to be comparable, as far as this one says. */
  conditions(): ResultConditions;
  /** Looks for what was written since; tells whether anything was. */
  refresh(): Promise<boolean>;
  close(): Promise<void>;
}

import type { Result } from '../compare/result.ts';
import type { VerdictIndex } from '../report/explorer/verdict-index.ts';
import type { SampleKey } from '../schema/log-event.ts';
import type { Prompt } from '../schema/prompt.ts';
import type { Task } from '../schema/task.ts';
import type { Verdict } from '../schema/verdict.ts';
import type { RunDetails, RunSummary } from '../schema/view/run-document.ts';
import type { AnswerView, SampleDocument } from '../schema/view/sample-document.ts';
import type { LoadedTasks } from './loaded-tasks.ts';

export interface ViewContext {
  readonly tasks: LoadedTasks;
  /** The tasks of result files, which do not bring theirs along. */
  readonly readPublicTasks: () => Promise<readonly Task[]>;
  /** Whether another run of the view has this id: the same request in two folders does. */
  readonly isTaken?: ((id: string) => boolean) | undefined;
}

/** One run as the explorer reads it, whatever it was read from. Nothing is ever written to it. */
export interface ViewRun {
  readonly id: string;
  /** Verdicts so far; grows while the run is under way. */
  loadIndex(): Promise<VerdictIndex>;
  summarize(): Promise<RunSummary>;
  detail(): Promise<RunDetails>;
  /** The tasks it was scored on, as far as they can be had. */
  loadTasks(): Promise<ReadonlyMap<string, Task>>;
  /** A verdict, and whether calibration was in front of its solution when it ran. */
  readVerdict(key: SampleKey): Promise<{ verdict: Verdict; isCalibrated: boolean } | undefined>;
  readAnswer(key: SampleKey): Promise<AnswerView>;
  /** All answers of a sample that is a repair, as far as they are judged. */
  readTurns?(key: SampleKey): Promise<SampleDocument['turns']>;
  /** The request for a task, where the run says how it asked. */
  promptOf(task: Task): Prompt | undefined;
  result(): Result | Promise<Result>;
  /** Looks for what was written since; tells whether anything was. */
  refresh(): Promise<boolean>;
}

import type { Task } from '../task.ts';
import type { Verdict } from '../verdict.ts';
import type { TaskColumns } from './run-document.ts';

/** `tasks/TASK`. */
export interface TaskDocument extends Readonly<Omit<Task, 'canonicalSolution' | 'docStruct'>> {
  readonly referenceSolution: string;
  /** What it asks for, in a sentence. */
  readonly title: string;
}

/** One sample on the page of its task. */
export interface TaskAnswer extends Readonly<Pick<Verdict, 'index' | 'outcome' | 'solution'>> {
  readonly runId: string;
  readonly cause: string;
  readonly failedTests: readonly string[];
  /** Equal for programs that differ only in comments and layout. */
  readonly programKey: string;
}

/** `tasks/TASK/answers`: the task in all runs. */
export interface AnswersDocument {
  readonly taskId: string;
  readonly answers: readonly TaskAnswer[];
  /** Why the task itself may be at fault. */
  readonly suspicions: readonly string[];
}

/** `tasks`: every task that a run of the view has. */
export interface TaskListDocument extends Omit<TaskColumns, 'others' | 'othersPassed'> {
  /** What each asks for, whole, for searching. */
  readonly prompts: readonly string[];
  readonly answers: readonly number[];
  readonly passed: readonly number[];
  /** Correlation of passing this task with passing the rest, over runs; null under five runs. */
  readonly itemRest: readonly (number | null)[];
  readonly suspicions: readonly (readonly string[])[];
}

import type { Outcome } from '../execution.ts';

/** `tasks/TASK`. */
export interface TaskDocument {
  readonly id: string;
  readonly completePrompt: string;
  readonly instructPrompt: string;
  readonly codePrompt: string;
  readonly referenceSolution: string;
  readonly test: string;
  readonly entryPoint: string;
  readonly libs: readonly string[];
  readonly domains: readonly string[];
  readonly hard: boolean;
}

/** One sample on the page of its task. */
export interface TaskAnswer {
  readonly runId: string;
  readonly index: number;
  readonly outcome: Outcome;
  readonly cause: string;
  readonly failedTests: readonly string[];
  readonly solution: string;
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
export interface TaskListDocument {
  readonly ids: readonly string[];
  readonly domains: readonly (readonly string[])[];
  readonly libs: readonly (readonly string[])[];
  readonly hard: readonly boolean[];
  readonly answers: readonly number[];
  readonly passed: readonly number[];
  /** Correlation of passing this task with passing the rest, over runs; null under five runs. */
  readonly itemRest: readonly (number | null)[];
  readonly suspicions: readonly (readonly string[])[];
}

import type { JudgeSafety } from '../evaluate/jobs/verdict-rules.ts';
import type { Executor } from '../executor/executor.ts';
import type { EvaluationRules } from '../schema/evaluation-rules.ts';
import type { Limits } from '../schema/limits.ts';
import type { Task } from '../schema/task.ts';
import type { ExecutionDesk } from './desk/execution-desk.ts';
import type { TaskLimits } from './desk/task-limits.ts';
import type { EvaluationOffice } from './evaluations/evaluation-office.ts';
import type { SampleFiles } from './evaluations/sample-files.ts';
import type { Lifecycle } from './http/lifecycle.ts';
import type { TaskCatalog } from './task-catalog.ts';

/** What every route works with. */
export interface Services {
  readonly executor: Executor;
  readonly desk: ExecutionDesk;
  readonly catalog: TaskCatalog;
  /** The limits of a solution of a task. */
  readonly taskLimits: TaskLimits;
  /** What holds where a request does not say otherwise. */
  readonly rules: EvaluationRules;
  /** Limits of a program that belongs to no task. */
  readonly plainLimits: Limits;
  /** The most that a request may ask for. */
  readonly maxLimits: Limits;
  readonly judgeSafety: JudgeSafety;
  /** Takes the code out of a model's answer. */
  readonly sanitize: (answer: string, task: Pick<Task, 'entryPoint'>) => Promise<{ readonly solution: string }>;
  readonly lifecycle: Lifecycle;
  readonly version: string;
}

/** What a request carries through the routes. */
export interface ServerEnv {
  readonly Variables: {
    /** Who asks: a short hash of the token. */
    owner: string;
  };
}

/** What routes work with that evaluate whole files of samples. */
export interface EvaluationServices extends Services {
  readonly office: EvaluationOffice;
  readonly sampleFiles: SampleFiles;
  /** Where evaluations are kept. */
  readonly outDir: string;
}

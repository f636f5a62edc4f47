import type { OpenAPIHono } from '@hono/zod-openapi';
import type { LimitsOf } from '../evaluate/ground-truth/check-ground-truth.ts';
import type { Executor } from '../executor/executor.ts';
import type { EvaluationRules } from '../schema/evaluation-rules.ts';
import type { Limits } from '../schema/execution.ts';
import type { Evaluations } from './evaluations/evaluations.ts';
import type { SampleFiles } from './evaluations/sample-files.ts';
import type { ExecutionQueue } from './executions/execution-queue.ts';
import type { Caller } from './http/auth.ts';
import type { Lifecycle } from './http/lifecycle.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { TaskCatalog } from './task-catalog.ts';
import type { TextDesk } from './text/text-desk.ts';

/** What every route works with. */
export interface Services {
  readonly executor: Executor;
  readonly queue: ExecutionQueue;
  readonly catalog: TaskCatalog;
  readonly limitsOf: LimitsOf;
  /** What holds where a request does not say otherwise. */
  readonly rules: EvaluationRules;
  /** Limits of a program that belongs to no task. */
  readonly plainLimits: Limits;
  /** The most that a request may ask for. */
  readonly maxLimits: Limits;
  readonly texts: TextDesk;
  readonly lifecycle: Lifecycle;
  readonly sessions: Sessions;
  readonly version: string;
}

export type App = OpenAPIHono<ServerEnv>;

/** What a request carries through the routes. */
export interface ServerEnv {
  /** Unset while the caller is not known, and the body has not arrived. */
  readonly Variables: { caller: Caller; receivedAt: number };
}

/** What routes work with that evaluate whole files of samples. */
export interface EvaluationServices extends Services {
  readonly evaluations: Evaluations;
  readonly sampleFiles: SampleFiles;
  readonly outDir: string;
}

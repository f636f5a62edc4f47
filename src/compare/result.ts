import type { EvaluationRules } from '../schema/evaluation-rules.ts';
import type { UpstreamStatus } from '../schema/execution.ts';
import type { Usage } from '../schema/sample.ts';
import type { Split } from '../schema/split.ts';
import type { Task } from '../schema/task.ts';
import type { Tally } from '../score/pass-at-k.ts';
import type { KnownModelInfo } from '../upstream/board-file.ts';

/** What one model did on some tasks, whatever file or folder says so. */
export interface Result {
  readonly model: string;
  /** The file or folder it was read from. */
  readonly source: string;
  readonly runId?: string | undefined;
  readonly conditions: ResultConditions;
  readonly tasks: ReadonlyMap<string, TaskResult>;
  readonly costUsd?: number | undefined;
  readonly usage?: Usage | undefined;
  /** What a bundle says of its model. */
  readonly info?: KnownModelInfo | undefined;
  /** The tasks themselves, where the source keeps them. */
  readonly loadTasks?: (() => Promise<readonly Task[]>) | undefined;
  /** Sentences a reader must know. */
  readonly notes: readonly string[];
}

/** What must be equal for two results to be comparable. Unknown where the source does not say. */
export interface ResultConditions {
  readonly split?: Split | undefined;
  readonly subset?: string | undefined;
  readonly dataset?: string | undefined;
  readonly datasetHash?: string | undefined;
  readonly rules?: EvaluationRules | undefined;
  readonly fingerprint?: string | undefined;
  /** Why it must not be compared with others, where it must not. */
  readonly caveat?: string | undefined;
}

export interface TaskResult extends Tally {
  /** Of the first sample: all that the original's board looks at. */
  readonly status: UpstreamStatus;
  /** Why the first sample that failed did so, in one line. */
  readonly cause?: string | undefined;
}

/** Gathers samples, in their order, into what is kept of each task. */
export function gatherTasks(samples: Iterable<GatheredSample>): Map<string, TaskResult> {
  const tasks = new Map<string, TaskResult>();
  for (const { taskId, status, cause } of samples) {
    const passed = status === 'pass' ? 1 : 0;
    const before = tasks.get(taskId);
    tasks.set(taskId, {
      samples: (before?.samples ?? 0) + 1,
      passed: (before?.passed ?? 0) + passed,
      status: before?.status ?? status,
      cause: before?.cause ?? (passed === 1 ? undefined : cause()),
    });
  }
  return tasks;
}

export interface GatheredSample {
  readonly taskId: string;
  readonly status: UpstreamStatus;
  /** Asked for once a task, since it may be long to find. */
  readonly cause: () => string;
}

/** The share of samples that pass, for each of these tasks. A task the result does not have counts as failed. */
export function rowOf(result: Result, taskIds: readonly string[]): Float64Array {
  return Float64Array.from(taskIds, (id) => {
    const task = result.tasks.get(id);
    return task === undefined ? 0 : task.passed / task.samples;
  });
}

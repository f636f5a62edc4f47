import { checkGroundTruth } from '../../evaluate/ground-truth/check-ground-truth.ts';
import { buildLimits } from '../../evaluate/jobs/time-limit.ts';
import type { Executor } from '../../executor/executor.ts';
import type { EvaluationRules } from '../../schema/evaluation-rules.ts';
import type { GroundTruth } from '../../schema/ground-truth.ts';
import type { Limits } from '../../schema/limits.ts';
import type { Task } from '../../schema/task.ts';
import type { ContentCache } from '../../store/content-cache.ts';

/** Limits by task, from the time its reference solution needs here. */
export interface TaskLimits {
  limitsOf(task: Task): Promise<Limits>;
}

export interface TaskLimitsOptions {
  readonly executor: Executor;
  readonly rules: EvaluationRules;
  readonly cache?: ContentCache<GroundTruth> | undefined;
  readonly signal: AbortSignal;
}

/** Runs a task's reference solution when its first sample comes; what was measured is remembered. */
export function createTaskLimits(options: TaskLimitsOptions): TaskLimits {
  const { executor, rules, cache, signal } = options;
  const known = new Map<string, Promise<GroundTruth | undefined>>();
  const measure = async (task: Task) => {
    for await (const groundTruth of checkGroundTruth({ tasks: [task], executor, rules, cache, signal })) {
      return groundTruth;
    }
    return undefined;
  };
  const groundTruthOf = (task: Task) => {
    const measured = known.get(task.id) ?? measure(task);
    known.set(task.id, measured);
    // A fault of the sandbox is not remembered.
    measured.catch(() => known.delete(task.id));
    return measured;
  };
  return {
    async limitsOf(task) {
      const groundTruth = rules.timeLimit.kind === 'auto' ? await groundTruthOf(task) : undefined;
      return buildLimits({ rules, task, groundTruth });
    },
  };
}

import type { Executor } from '../../executor/executor.ts';
import type { Execution, Job } from '../../schema/execution.ts';
import { buildProgram } from '../../schema/task.ts';
import type { JudgedSample } from '../../store/conversations.ts';
import type { RunWriter } from '../../store/run-writer.ts';
import { executeAlone, sandboxFailed } from './execute-alone.ts';
import type { PendingJobsOptions } from './pending-jobs.ts';
import { buildLimits } from './time-limit.ts';
import { createSafetyRule, judgeSize } from './verdict-rules.ts';

export interface RerunOptions extends Pick<PendingJobsOptions, 'tasks' | 'rules' | 'judgeSafety' | 'onEvent'> {
  readonly log: RunWriter;
  readonly executor: Executor;
  readonly signal?: AbortSignal | undefined;
}

/** Identical programs for the same task run once. */
export function programOf({ taskId, programHash }: JudgedSample): string {
  return `${taskId} ${programHash}`;
}

/** Makes the job of a judged sample again: with the same chance, or with a seed. */
export function createJobBuilder({ log, tasks, rules, ...options }: RerunOptions) {
  const judgeSafety = options.judgeSafety ?? createSafetyRule(rules);
  const byId = new Map(tasks.map((task) => [task.id, task]));
  /** Nothing for a program that is not executed. */
  return async (sample: JudgedSample, seed?: number): Promise<Job | undefined> => {
    const { taskId, index } = sample;
    const task = byId.get(taskId);
    if (!task) return undefined;
    // Read when it is run: the solutions of a large run do not fit into memory.
    const solution = (await log.readVerdict(sample))?.solution ?? '';
    const code = buildProgram(task, solution, rules.calibrated);
    const judged = judgeSize(code) ? { refused: true } : await judgeSafety(code);
    if ('refused' in judged) return undefined;
    const limits = buildLimits({ rules, task, groundTruth: log.state.groundTruth.get(taskId) });
    const { test, libs } = task;
    const id = `${taskId}#${index}#${seed ?? 0}`;
    return { id, code: judged.code, test, seed, failFast: rules.failFast, limits, libs };
  };
}

/** Runs it while nothing else does. Without the re-run nobody can say what becomes of the verdict. */
export async function rerunAlone(
  { executor, signal }: RerunOptions,
  { job, taskId, what }: { readonly job: Job; readonly taskId: string; readonly what: string },
): Promise<Execution> {
  const execution = await executeAlone({ executor, job, signal });
  const { outcome, reason = 'no reason given' } = execution;
  if (outcome === 'engine-error') throw sandboxFailed('INCOMPLETE', `while ${what} (${reason})`, { taskId });
  return execution;
}

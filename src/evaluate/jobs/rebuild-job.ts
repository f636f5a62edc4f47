import type { Job } from '../../schema/job.ts';
import { buildProgram } from '../../schema/task.ts';
import type { JudgedSample } from '../../store/conversations.ts';
import type { PendingJobsOptions } from './pending-jobs.ts';
import { buildLimits } from './time-limit.ts';
import { createSafetyRule, judgeSize } from './verdict-rules.ts';

export interface JobBuilderOptions extends Pick<PendingJobsOptions, 'tasks' | 'groundTruth' | 'rules' | 'judgeSafety'> {
  /** Read when it is run: the solutions of a large run do not fit into memory. */
  readonly readSolution: (sample: JudgedSample) => Promise<string>;
}

/** Makes the job of a judged sample again: with the same chance, or with a seed. */
export function createJobBuilder(options: JobBuilderOptions) {
  const { readSolution, groundTruth, rules } = options;
  const judgeSafety = options.judgeSafety ?? createSafetyRule(rules);
  const tasks = new Map(options.tasks.map((task) => [task.id, task]));
  /** Nothing for a program that is not executed. */
  return async (sample: JudgedSample, seed?: number): Promise<Job | undefined> => {
    const task = tasks.get(sample.taskId);
    if (!task) return undefined;
    const code = buildProgram(task, await readSolution(sample), rules.calibrated);
    const judged = judgeSize(code) ? { refused: true } : await judgeSafety(code);
    if ('refused' in judged) return undefined;
    return {
      id: `${sample.taskId}#${sample.index}#${seed ?? 0}`,
      code: judged.code,
      test: task.test,
      seed,
      failFast: rules.failFast,
      limits: buildLimits({ rules, task, groundTruth: groundTruth?.get(task.id) }),
      libs: task.libs,
    };
  };
}

import type { Executor } from '../../executor/executor.ts';
import type { Confirmation } from '../../schema/evaluation-event.ts';
import type { EvaluationRules } from '../../schema/evaluation-rules.ts';
import type { GroundTruth } from '../../schema/ground-truth.ts';
import type { Job } from '../../schema/job.ts';
import type { Task } from '../../schema/task.ts';
import type { Verdict } from '../../schema/verdict.ts';
import { groupBy } from '../../util/group-by.ts';
import { executeAlone } from './execute-alone.ts';
import { buildProgram } from './program.ts';
import { buildLimits } from './time-limit.ts';
import { createSafetyRule, judgeSize, projectStatus } from './verdict-rules.ts';

type Judged = Pick<Verdict, 'taskId' | 'index' | 'jobHash' | 'status' | 'outcome'>;

export interface ConfirmVerdictsOptions<Sample extends Judged> {
  readonly verdicts: readonly Sample[];
  /** Whether this re-run was done before. */
  readonly isDone: (sample: Sample, seed: number) => boolean;
  /** Read when it is run: the solutions of a large run do not fit into memory. */
  readonly readSolution: (sample: Sample) => Promise<string>;
  readonly tasks: readonly Task[];
  readonly executor: Executor;
  readonly groundTruth?: ReadonlyMap<string, GroundTruth> | undefined;
  readonly rules: EvaluationRules;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Re-runs samples with other seeds, one at a time with nothing else running; identical programs once. Seed by seed,
 * because a seed needs warm processes of its own.
 */
export async function* confirmVerdicts<Sample extends Judged>(
  options: ConfirmVerdictsOptions<Sample>,
): AsyncGenerator<Confirmation> {
  const { verdicts, isDone, executor, rules, signal } = options;
  const build = createJobBuilder(options);
  const seeds = Math.max(rules.confirmFailures, rules.confirmPasses);
  for (let seed = 1; seed <= seeds; seed++) {
    const due = verdicts.filter((sample) => seed <= confirmationsOf(sample, rules) && !isDone(sample, seed));
    for (const [, [first, ...others]] of groupBy(due, ({ jobHash }) => jobHash)) {
      const job = first && (await build(first, seed));
      if (!job) continue;
      const execution = await executeAlone({ executor, job, signal });
      if (execution.outcome === 'engine-error') continue;
      const { outcome } = execution;
      const status = projectStatus(execution, rules.verdicts);
      for (const { taskId, index } of [first, ...others]) yield { taskId, index, seed, outcome, status };
    }
  }
}

/** How often to re-run a sample. A program that cheats or must not run gets no second chance. */
export function confirmationsOf(
  { status, outcome }: Pick<Judged, 'status' | 'outcome'>,
  rules: EvaluationRules,
): number {
  if (outcome === 'tampered' || outcome === 'blocked') return 0;
  return status === 'pass' ? rules.confirmPasses : rules.confirmFailures;
}

function createJobBuilder<Sample extends Judged>(options: ConfirmVerdictsOptions<Sample>) {
  const { readSolution, groundTruth, rules } = options;
  const judgeSafety = createSafetyRule(rules.safety);
  const tasks = new Map(options.tasks.map((task) => [task.id, task]));
  /** Nothing for a program that is not executed. */
  return async (sample: Sample, seed: number): Promise<Job | undefined> => {
    const task = tasks.get(sample.taskId);
    if (!task) return undefined;
    const code = buildProgram(task, await readSolution(sample), rules.calibrated);
    const judged = judgeSize(code) ? { refused: true } : await judgeSafety(code);
    if ('refused' in judged) return undefined;
    return {
      id: `${sample.jobHash}#${seed}`,
      code: judged.code,
      test: task.test,
      seed,
      limits: buildLimits({ rules, task, groundTruth: groundTruth?.get(task.id) }),
      libs: task.libs,
    };
  };
}

import type { Executor } from '../../executor/executor.ts';
import type { Confirmation } from '../../schema/evaluation-event.ts';
import type { EvaluationRules } from '../../schema/evaluation-rules.ts';
import type { GroundTruth } from '../../schema/ground-truth.ts';
import type { Task } from '../../schema/task.ts';
import type { Verdict } from '../../schema/verdict.ts';
import { groupBy } from '../../util/group-by.ts';
import { executeAlone } from './execute-alone.ts';
import { buildProgram } from './program.ts';
import { buildLimits } from './time-limit.ts';
import { createSafetyRule, judgeSize, projectStatus } from './verdict-rules.ts';

type FailedSample = Pick<Verdict, 'taskId' | 'index' | 'jobHash'>;

export interface ConfirmFailuresOptions<Failed extends FailedSample> {
  readonly failures: readonly Failed[];
  /** Read when it is run: the solutions of a large run do not fit into memory. */
  readonly readSolution: (failed: Failed) => Promise<string>;
  readonly tasks: readonly Task[];
  readonly executor: Executor;
  readonly groundTruth?: ReadonlyMap<string, GroundTruth> | undefined;
  readonly rules: EvaluationRules;
  readonly signal?: AbortSignal | undefined;
}

/** Re-runs failing samples, one at a time with nothing else running; identical programs once. */
export async function* confirmFailures<Failed extends FailedSample>(
  options: ConfirmFailuresOptions<Failed>,
): AsyncGenerator<Confirmation> {
  const { readSolution, executor, groundTruth, rules, signal } = options;
  const judgeSafety = createSafetyRule(rules.safety);
  const tasks = new Map(options.tasks.map((task) => [task.id, task]));
  const byHash = groupBy(options.failures, ({ jobHash }) => jobHash);
  for (const [jobHash, [first, ...others]] of byHash) {
    const task = first && tasks.get(first.taskId);
    if (!task) continue;
    const code = buildProgram(task, await readSolution(first), rules.calibrated);
    const judged = judgeSize(code) ? { refused: true } : await judgeSafety(code);
    if ('refused' in judged) {
      for (const sample of [first, ...others]) yield describe(sample, 0, 1 + rules.confirmFailures);
      continue;
    }
    const job = {
      id: jobHash,
      code: judged.code,
      test: task.test,
      limits: buildLimits({ rules, task, groundTruth: groundTruth?.get(task.id) }),
      libs: task.libs,
    };
    let passed = 0;
    let valid = 1;
    for (let run = 0; run < rules.confirmFailures; run++) {
      const execution = await executeAlone({ executor, job, signal });
      if (execution.outcome === 'engine-error') continue;
      valid++;
      if (projectStatus(execution, rules.verdicts) === 'pass') passed++;
    }
    for (const sample of [first, ...others]) yield describe(sample, passed, valid);
  }
}

function describe({ taskId, index }: FailedSample, passed: number, runs: number): Confirmation {
  return { taskId, index, passed, runs };
}

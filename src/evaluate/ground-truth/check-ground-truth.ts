import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { Executor } from '../../executor/executor.ts';
import { defaultRules, type EvaluationRules } from '../../schema/evaluation-rules.ts';
import type { Execution } from '../../schema/execution.ts';
import type { GroundTruth } from '../../schema/ground-truth.ts';
import type { Job } from '../../schema/job.ts';
import type { Task } from '../../schema/task.ts';
import type { ContentCache } from '../../store/content-cache.ts';
import { executeAlone } from '../jobs/execute-alone.ts';
import { expectCost, lengthOf } from '../jobs/expected-cost.ts';
import { type ExecutionSetting, hashJob } from '../jobs/job-hash.ts';
import { buildGroundTruthProgram } from '../jobs/program.ts';
import { upstreamSeconds } from '../jobs/time-limit.ts';
import { classifyTask, needsNetwork } from './classify-ground-truth.ts';

export interface CheckGroundTruthOptions {
  readonly tasks: readonly Task[];
  readonly executor: Executor;
  /** Only the limits that do not depend on time matter here. */
  readonly rules?: EvaluationRules | undefined;
  /** Results of earlier checks, by program, tests, limits and environment. */
  readonly cache?: ContentCache<GroundTruth> | undefined;
  /** How often to re-run a failed reference solution, alone. */
  readonly reruns?: number | undefined;
  /** A reference solution failed for now: how many have. */
  readonly onFailure?: ((failures: number) => void) | undefined;
  /** Awaited before the first re-run, so that nothing else is under way. */
  readonly beforeReruns?: (() => Promise<void>) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Above this share of failures, the environment is at fault, not chance: nothing is re-run. */
const flakyAtMost = 0.05;

/**
 * Runs every task's reference solution and yields how each does in this environment. One that fails is re-run alone,
 * which distinguishes a flaky task from a broken one.
 */
export async function* checkGroundTruth(options: CheckGroundTruthOptions): AsyncGenerator<GroundTruth> {
  const { tasks, executor, rules = defaultRules, cache, reruns = 2, signal } = options;
  const timeLimit = { kind: 'fixed', seconds: upstreamSeconds } as const;
  const setting: ExecutionSetting = { rules: { ...rules, timeLimit }, executor: executor.info };
  const checks = tasks.map((task) => buildCheck(task, setting));
  const unknown: Check[] = [];
  for (const check of checks) {
    const known = await cache?.get(check.key);
    // Two tasks may be the same program with the same tests.
    if (known) yield { ...known, taskId: check.task.id };
    else unknown.push(check);
  }
  const byId = new Map(unknown.map((check) => [check.job.id, check]));
  const jobs = unknown.toSorted((a, b) => lengthOf(b.cost) - lengthOf(a.cost)).map(({ job }) => job);
  const failed: { check: Check; execution: Execution }[] = [];
  for await (const execution of executor.execute(jobs, { signal })) {
    const check = byId.get(execution.id);
    if (!check) continue;
    const { id } = check.task;
    if (execution.outcome === 'pass' || needsNetwork(id, execution)) yield await conclude(check, [execution], cache);
    else {
      failed.push({ check, execution });
      options.onFailure?.(failed.length);
    }
  }
  if (failed.length > 0) await options.beforeReruns?.();
  const areTooMany = failed.length > Math.max(10, flakyAtMost * tasks.length);
  for (const { check, execution } of failed) {
    const executions = execution.outcome === 'engine-error' ? [] : [execution];
    // A sandbox failure says nothing about the task, so it is always re-run.
    const repeats = executions.length === 0 ? 1 : areTooMany ? 0 : execution.outcome === 'timeout' ? 1 : reruns;
    for (let run = 0; run < repeats; run++) {
      executions.push(await executeAlone({ executor, job: check.job, signal }));
    }
    const fault = executions.find(({ outcome }) => outcome === 'engine-error');
    if (fault) throw engineFault(check.task.id, fault);
    yield await conclude(check, executions, cache);
  }
}

interface Check {
  readonly task: Task;
  readonly key: string;
  readonly job: Job;
  readonly cost: ReturnType<typeof expectCost>;
}

function buildCheck(task: Task, setting: ExecutionSetting): Check {
  // CPU time is what counts; twice that in wall time leaves room for shared cores.
  const limits = { ...setting.rules.limits, cpuMs: upstreamSeconds * 1000, wallMs: 2 * upstreamSeconds * 1000 };
  const code = buildGroundTruthProgram(task);
  const cost = expectCost(task);
  return {
    task,
    key: hashJob({ code, test: task.test }, setting),
    job: { id: task.id, code, test: task.test, limits, libs: task.libs, costHintMs: lengthOf(cost) },
    cost,
  };
}

async function conclude(
  { task, key }: Check,
  executions: readonly Execution[],
  cache: ContentCache<GroundTruth> | undefined,
): Promise<GroundTruth> {
  const telling = executions.find(({ outcome }) => outcome === 'pass') ?? (executions.at(-1) as Execution);
  const { wallMs, cpuMs, testCpuMs } = telling;
  const groundTruth = { taskId: task.id, state: classifyTask(task.id, executions), wallMs, cpuMs, testCpuMs };
  // A broken task may be fixed from outside (data, a library), so it is checked again each time.
  if (groundTruth.state.state !== 'broken') await cache?.put(key, groundTruth);
  return groundTruth;
}

function engineFault(taskId: string, { reason }: Execution): BigCodeBenchError {
  return new BigCodeBenchError(
    'ENGINE',
    `The sandbox failed on the reference solution of ${taskId} (${reason ?? 'no reason given'}): run \`bcb doctor\` to find out why, then the same command to resume.`,
    { data: { taskId }, isRetryable: true },
  );
}

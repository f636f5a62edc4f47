import { knownToNeedNetwork } from '../../dataset/public-tasks.ts';
import type { Executor } from '../../executor/executor.ts';
import { defaultRules, type EvaluationRules } from '../../schema/evaluation-rules.ts';
import type { Job, Limits } from '../../schema/execution.ts';
import { type Execution, explainFailure } from '../../schema/execution.ts';
import type { GroundTruth, TaskState } from '../../schema/proof.ts';
import type { Task } from '../../schema/task.ts';
import type { ContentCache } from '../../store/content-cache.ts';
import { Channel } from '../../util/channel.ts';
import { readJsonAsset } from '../../util/read-asset.ts';
import { executeAlone, sandboxFailed } from '../jobs/execute-alone.ts';
import { expectCost, lengthOf } from '../jobs/expected-cost.ts';
import { type ExecutionSetting, hashJob } from '../jobs/job-hash.ts';
import { buildGroundTruthProgram } from '../jobs/program.ts';
import { buildLimits, upstreamSeconds } from '../jobs/time-limit.ts';

/** Which reference solutions to run, and where. */
export interface CheckGroundTruthOptions {
  readonly tasks: readonly Task[];
  readonly executor: Executor;
  /** Only the limits that do not depend on time matter here. */
  readonly rules?: EvaluationRules | undefined;
  /** Results of earlier checks, by program, tests, limits and environment; not used where nobody knows the environment. */
  readonly cache?: ContentCache<GroundTruth> | undefined;
  /** How often to re-run a failed reference solution. */
  readonly reruns?: number | undefined;
  /** A reference solution failed for now: how many have. */
  readonly onFailure?: ((failures: number) => void) | undefined;
  /** Awaited before the first one is re-run alone, so that nothing else is under way. */
  readonly beforeReruns?: (() => Promise<void>) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Above this share of failures, the environment is at fault, not chance: nothing is re-run. */
const flakyAtMost = 0.05;

/**
 * Runs every task's reference solution and yields how each does in this environment. One that fails gets a second chance
 * beside the others, so that mere chance does not prolong a run. If it fails again it is re-run alone, which distinguishes
 * a flaky task from a broken one.
 */
export async function* checkGroundTruth(options: CheckGroundTruthOptions): AsyncGenerator<GroundTruth> {
  const { tasks, executor, rules = defaultRules, reruns = 2, signal } = options;
  const cache = executor.info.caveat === undefined ? options.cache : undefined;
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
  const failed = new Map<Check, Execution[]>();
  const jobs = new Channel<Job>({ compare: (a, b) => (b.costHintMs ?? 0) - (a.costHintMs ?? 0) });
  const byId = new Map(unknown.map((check) => [check.job.id, check]));
  let underWay = 0;
  let settled = 0;
  const start = (checks: readonly Check[]) => {
    for (const { job } of checks) jobs.push(job);
    underWay += checks.length;
    if (underWay === 0) jobs.close();
  };
  const repeated = new Set<Check>();
  const repeat = () => {
    const doubtful = reruns === 0 ? [] : [...failed].filter(hasSecondChance).map(([check]) => check);
    // A few, compared with what has run so far, may have failed by chance.
    const due = doubtful.length > flakyAtMost * settled ? [] : doubtful.filter((check) => !repeated.has(check));
    for (const check of due) repeated.add(check);
    start(due);
  };
  start(unknown);
  for await (const execution of executor.execute(jobs, { signal })) {
    const check = byId.get(execution.id);
    underWay--;
    settled++;
    if (!check) continue;
    const executions = [...(failed.get(check) ?? []), execution];
    if (execution.outcome === 'pass' || needsNetwork(check.task.id, execution)) {
      failed.delete(check);
      yield await conclude(check, executions, cache);
    } else {
      failed.set(check, executions);
      options.onFailure?.(failed.size);
    }
    repeat();
  }
  if (failed.size > 0) await options.beforeReruns?.();
  const areTooMany = failed.size > Math.max(10, flakyAtMost * tasks.length);
  for (const [check, tried] of failed) {
    const executions = tried.filter(({ outcome }) => outcome !== 'engine-error');
    // A sandbox failure says nothing about the task, so it is always re-run.
    const most = areTooMany ? 0 : executions.some(({ outcome }) => outcome === 'timeout') ? 1 : reruns;
    for (let runs = executions.length; runs <= most || runs === 0; runs++) {
      executions.push(await executeAlone({ executor, job: check.job, signal }));
    }
    const fault = executions.find(({ outcome }) => outcome === 'engine-error');
    if (fault) {
      const { id: taskId } = check.task;
      const what = `on the reference solution of ${taskId} (${fault.reason ?? 'no reason given'})`;
      throw sandboxFailed('ENGINE', what, { taskId });
    }
    yield await conclude(check, executions, cache);
  }
}

/** Failed once, and not because it took too long, which it would do again beside others. */
function hasSecondChance([, executions]: readonly [Check, readonly Execution[]]): boolean {
  const [first, second] = executions;
  return second === undefined && first?.outcome !== 'timeout' && first?.outcome !== 'engine-error';
}

type Check = Readonly<{ task: Task; key: string; job: Job }>;

function buildCheck(task: Task, setting: ExecutionSetting): Check {
  // CPU time is what counts; twice that in wall time leaves room for shared cores.
  const limits = { ...setting.rules.limits, cpuMs: upstreamSeconds * 1000, wallMs: 2 * upstreamSeconds * 1000 };
  const code = buildGroundTruthProgram(task);
  const { id, test, libs } = task;
  const job = { id, code, test, limits, libs, costHintMs: lengthOf(expectCost(task)) };
  return { task, key: hashJob({ code, test }, setting), job };
}

async function conclude({ task, key }: Check, executions: readonly Execution[], cache?: ContentCache<GroundTruth>) {
  const telling = executions.find(({ outcome }) => outcome === 'pass') ?? (executions.at(-1) as Execution);
  const { wallMs, cpuMs, testCpuMs } = telling;
  const groundTruth = { taskId: task.id, state: classifyTask(task.id, executions), wallMs, cpuMs, testCpuMs };
  // A broken task may be fixed from outside (data, a library), so it is checked again each time.
  if (groundTruth.state.state !== 'broken') await cache?.put(key, groundTruth);
  return groundTruth;
}

type LookupOptions = Pick<CheckGroundTruthOptions, 'executor' | 'rules' | 'cache' | 'reruns' | 'signal'>;

/** Runs a task's reference solution when it is first asked about, and remembers what was measured. */
export function createGroundTruthLookup(options: LookupOptions): (task: Task) => Promise<GroundTruth | undefined> {
  const known = new Map<string, Promise<GroundTruth | undefined>>();
  const measure = async (task: Task) => {
    for await (const groundTruth of checkGroundTruth({ ...options, tasks: [task] })) return groundTruth;
    return undefined;
  };
  return (task) => {
    const measured = known.get(task.id) ?? measure(task);
    known.set(task.id, measured);
    // A fault of the sandbox is not remembered.
    measured.catch(() => known.delete(task.id));
    return measured;
  };
}

/** The limits of a task, from the time its reference solution needs here. */
export type LimitsOf = (task: Task) => Promise<Limits>;

/** Runs a task's reference solution when its first program comes; what was measured is remembered. */
export function createTaskLimits(options: LookupOptions & { readonly rules: EvaluationRules }): LimitsOf {
  const { rules } = options;
  const groundTruthOf = createGroundTruthLookup(options);
  return async (task) => {
    const groundTruth = rules.timeLimit.kind === 'auto' ? await groundTruthOf(task) : undefined;
    return buildLimits({ rules, task, groundTruth });
  };
}

/** What Python and its libraries say without a network. */
const networkFailure = new RegExp(readJsonAsset<string[]>('network-failures.json').join('|'));

export function needsNetwork(taskId: string, execution: Execution): boolean {
  if (execution.outcome === 'pass') return false;
  return knownToNeedNetwork.has(taskId) || networkFailure.test(allMessages(execution));
}

/** A task's state after its reference solution ran once or several times; a pass needs no second run. */
function classifyTask(taskId: string, executions: readonly Execution[]): TaskState {
  const passed = executions.filter(({ outcome }) => outcome === 'pass').length;
  if (passed === executions.length) return { state: 'stable' };
  if (passed > 0) return { state: 'flaky', passed, runs: executions.length };
  const last = executions.at(-1) as Execution;
  return needsNetwork(taskId, last) ? { state: 'needs-network' } : { state: 'broken', reason: explainFailure(last) };
}

function allMessages({ reason, tests, stderr }: Execution): string {
  return [reason, stderr, ...tests.map(({ message }) => message)].join('\n');
}

import { buildProgram } from '../../evaluate/jobs/program.ts';
import type { Limits } from '../../schema/limits.ts';
import type { Task } from '../../schema/task.ts';
import type { SubmitOptions } from '../desk/execution-desk.ts';
import { RequestFault, stillUnderWay } from '../http/request-fault.ts';
import type { Services } from '../services.ts';
import { type Executed, requireExecuted, submitJob } from '../submit-job.ts';

export interface JudgeOptions extends SubmitOptions {
  readonly calibrated?: boolean | undefined;
  /** Seconds that the solution may run, instead of the task's limit. */
  readonly runS?: number | undefined;
}

export interface JudgedSolution extends Executed {
  /** What ran. */
  readonly program: string;
}

/** What judging needs of a task: one of the catalog, or one that a caller brings along. */
export type JudgedTask = Pick<Task, 'id' | 'codePrompt' | 'test' | 'libs'>;

/** Executes a solution of a task and proves its pass. An engine fault is not a judgement: the caller is told to retry. */
export async function judgeSolution(
  services: Services,
  task: JudgedTask,
  solution: string,
  options: JudgeOptions,
): Promise<JudgedSolution> {
  const { calibrated = services.rules.calibrated, runS, deadlineMs, ...submit } = options;
  const program = buildProgram(task, solution, calibrated);
  const startedAt = performance.now();
  const limits = await withinDeadline(limitsFor(services, task, runS), deadlineMs);
  const leftMs = deadlineMs === undefined ? undefined : Math.max(0, deadlineMs - (performance.now() - startedAt));
  const job = { id: task.id, code: program, test: task.test, limits, libs: task.libs };
  const executed = requireExecuted(await submitJob(services, job, { ...submit, isProven: true, deadlineMs: leftMs }));
  if (executed.execution.outcome === 'engine-error') throw engineFailed(executed.execution.reason);
  return { ...executed, program };
}

/** Not the sample's fault: 504 is the one status that every trainer asks again for. */
export function engineFailed(reason: string | undefined): RequestFault {
  return new RequestFault(504, `The sandbox failed (${reason ?? 'no reason given'}): ask again.`);
}

/** The reference solution of a task may have to be measured first, which takes as long as it takes. */
async function withinDeadline<Value>(work: Promise<Value>, deadlineMs: number | undefined): Promise<Value> {
  if (deadlineMs === undefined) return work;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(stillUnderWay()), deadlineMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function limitsFor(services: Services, task: JudgedTask, runS: number | undefined): Promise<Limits> {
  const known = services.catalog.get(task.id);
  // No time is known for a task that the caller supplies.
  const limits = known?.test === task.test ? await services.taskLimits.limitsOf(known) : services.plainLimits;
  if (runS === undefined) return limits;
  const ms = Math.min(Math.ceil(runS * 1000), services.maxLimits.wallMs);
  return { ...limits, wallMs: ms, cpuMs: ms };
}

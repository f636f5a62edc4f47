import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { ExecRequest } from '../../schema/exec-request.ts';
import { completeLimits, type Job, type Limits } from '../../schema/execution.ts';
import { buildProgram, type Task } from '../../schema/task.ts';

export interface RequestedJobOptions {
  readonly id: string;
  readonly task?: Task | undefined;
  /** Defaults for what the request leaves out. */
  readonly limits: Limits;
  readonly calibrated: boolean;
  readonly failFast?: boolean | undefined;
}

/** The job for a request from the command line or over HTTP. */
export function buildRequestedJob(request: ExecRequest, options: RequestedJobOptions): Job {
  const { id, task } = options;
  const limits = completeLimits({ ...options.limits, ...request.limits });
  if ('code' in request) {
    const { code, test, separate, seed, fail_fast: failFast = options.failFast, libs = [] } = request;
    return { id, code, test, separate, seed, failFast, limits, libs };
  }
  if ('script' in request) {
    const { script, stdin = '', files = {}, fetch = [], libs = [] } = request;
    return { id, code: script, test: '', script: { stdin, files, fetch }, limits, libs };
  }
  if (task === undefined) throw new BigCodeBenchError('INVARIANT', 'A request for a task came without the task.');
  const code = buildProgram(task, request.solution, request.calibrated ?? options.calibrated);
  const { fail_fast: failFast = options.failFast } = request;
  return { id, code, test: task.test, failFast, limits, libs: task.libs };
}

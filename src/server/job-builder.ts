import { buildRequestedJob } from '../evaluate/jobs/requested-job.ts';
import { chooseRequestSchema, type ExecRequest } from '../schema/exec-request.ts';
import type { Job } from '../schema/job.ts';
import { type Limits, limitsSchema } from '../schema/limits.ts';
import { parseShape } from './http/read-body.ts';
import { RequestFault } from './http/request-fault.ts';
import type { Services } from './services.ts';

export interface BuiltJob {
  readonly job: Job;
  /** The id that the answer is to have. */
  readonly requestId: ExecRequest['id'];
}

/** Turns a request into a job; a field that does not fit is a fault that names it. */
export function createJobBuilder(
  services: Pick<Services, 'catalog' | 'taskLimits' | 'rules' | 'plainLimits' | 'maxLimits'>,
): (value: unknown, id: string) => Promise<BuiltJob> {
  const { catalog, taskLimits, rules, plainLimits, maxLimits } = services;
  return async (value, id) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new RequestFault(422, 'A job is a JSON object.');
    }
    const request: ExecRequest = parseShape({ id, ...value }, chooseRequestSchema(value));
    const task = 'task_id' in request ? catalog.find(request.task_id) : undefined;
    const limits = task === undefined ? plainLimits : await taskLimits.limitsOf(task);
    const job = buildRequestedJob(request, { id, task, limits, calibrated: rules.calibrated });
    requireAllowed(request.limits ?? {}, maxLimits);
    return { job, requestId: request.id };
  };
}

function requireAllowed(asked: { readonly [Name in keyof Limits]?: number | undefined }, most: Limits): void {
  for (const name of limitsSchema.keyof().options) {
    const value = asked[name];
    if (value !== undefined && value > most[name]) {
      throw new RequestFault(422, `limits.${name} is ${value}; at most ${most[name]} is allowed here.`);
    }
  }
}

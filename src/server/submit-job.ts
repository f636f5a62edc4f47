import type { Execution } from '../schema/execution.ts';
import type { Job } from '../schema/job.ts';
import type { Submission, SubmitOptions } from './desk/execution-desk.ts';
import { stillUnderWay, tooBusy } from './http/request-fault.ts';
import type { Services } from './services.ts';

/** Hands a job in after the safety scan, whose findings become the execution's flags. */
export async function submitJob(
  { desk, judgeSafety }: Pick<Services, 'desk' | 'judgeSafety'>,
  job: Job,
  options: SubmitOptions,
): Promise<Submission> {
  const judged = await judgeSafety(job.code);
  if ('refused' in judged) {
    return { kind: 'executed', execution: { ...judged.refused, id: job.id }, isShared: false };
  }
  const submission = await desk.submit({ ...job, code: judged.code }, options);
  if (submission.kind !== 'executed' || judged.flags.length === 0) return submission;
  const { execution } = submission;
  return { ...submission, execution: { ...execution, flags: [...judged.flags, ...execution.flags] } };
}

export interface Executed {
  readonly execution: Execution;
  readonly isShared: boolean;
}

/** The execution, or the fault that tells the caller to ask again. */
export function requireExecuted(submission: Submission): Executed {
  if (submission.kind === 'executed') return submission;
  throw submission.kind === 'late' ? stillUnderWay() : tooBusy();
}

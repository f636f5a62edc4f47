import { setMaxListeners } from 'node:events';
import type { Context } from 'hono';
import { type Execution, engineError, type Job } from '../schema/execution.ts';
import type { Submission, SubmitOptions } from './executions/execution-queue.ts';
import { RequestFault, stillUnderWay, tooBusy } from './http/request-fault.ts';
import { createDeadline } from './http/within.ts';
import type { ServerEnv, Services } from './services.ts';

/** Whose jobs a request brings, and when it is gone. */
export function callerOf(c: Context<ServerEnv>): Pick<SubmitOptions, 'owner' | 'signal'> {
  const { signal } = c.req.raw;
  // One listener for each job that the request brings.
  setMaxListeners(Number.POSITIVE_INFINITY, signal);
  return { owner: c.get('caller').owner, signal };
}

const longestTest = 2 * 1024 * 1024;
const longestPrompt = 256 * 1024;
const longestInput = 8 * 1024 * 1024;

/** Texts are hashed, sent on and sent back whole: longer ones would hold up everybody else. */
export function requireSmall({ test, script, separate }: Pick<Job, 'test' | 'script' | 'separate'>): void {
  if (test.length > longestTest) throw new RequestFault(413, 'The tests of a program have at most 2 MB.');
  if ((separate?.prompt.length ?? 0) > longestPrompt) {
    throw new RequestFault(413, 'The prompt of a program has at most 256 kB.');
  }
  if (script !== undefined && script.stdin.length > longestInput) {
    throw new RequestFault(413, 'The standard input of a program has at most 8 MB.');
  }
}

/** Hands a job in after the safety scan, whose findings become the execution's flags. */
export async function submitJob({ queue, texts }: Services, job: Job, options: SubmitOptions): Promise<Submission> {
  requireSmall(job);
  const leftMs = createDeadline(options.deadlineMs);
  const judged = await texts.judgeSafetyFor(options.owner ?? '', options)(job.code);
  if ('refused' in judged) {
    return { kind: 'executed', execution: { ...judged.refused, id: job.id }, isShared: false };
  }
  const submission = await queue.submit({ ...job, code: judged.code }, { ...options, deadlineMs: leftMs() });
  if (submission.kind !== 'executed' || judged.flags.length === 0) return submission;
  const { execution } = submission;
  return { ...submission, execution: { ...execution, flags: [...judged.flags, ...execution.flags] } };
}

export type Executed = Extract<Submission, { kind: 'executed' }>;

/** The execution, or the fault that tells the caller to ask again. */
export function requireExecuted(submission: Submission): Executed {
  if (submission.kind === 'executed') return submission;
  throw submission.kind === 'late' ? stillUnderWay() : tooBusy();
}

/** For callers that have no status for a single job: one that was not executed is a fault of the engine. */
export function toExecution(job: Job, submission: Submission): Execution {
  if (submission.kind === 'executed') return submission.execution;
  return engineError(job.id, submission.kind === 'late' ? 'the server is shutting down' : 'the server is too busy');
}

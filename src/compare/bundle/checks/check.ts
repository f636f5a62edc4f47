import type { TaskSet } from '../../../dataset/task-set.ts';
import type { Sanitizer } from '../../../sanitize/sanitizer.ts';
import type { SubmissionCheck, SubmittedRun } from '../../../schema/submission.ts';
import type { Task } from '../../../schema/task.ts';
import type { Verdict } from '../../../schema/verdict.ts';
import type { Bundle, readBundleFiles } from '../open-bundle.ts';

export interface AuditedSample extends Pick<Verdict, 'solution' | 'status'> {
  readonly task: Task;
}

export interface Auditor {
  readonly fingerprint: string;
  execute(run: SubmittedRun, samples: readonly AuditedSample[]): AsyncIterable<Pick<Verdict, 'taskId' | 'status'>>;
}

export interface CheckedRun extends Readonly<Awaited<ReturnType<typeof readBundleFiles>>> {
  readonly submitted: SubmittedRun;
  readonly taskSet: TaskSet;
  readonly tasks: ReadonlyMap<string, Task>;
}

export interface CheckContext {
  readonly bundle: Bundle;
  readonly runs: readonly CheckedRun[];
  readonly sanitizer: Sanitizer;
  readonly openAuditor: (tasks: readonly Task[]) => Promise<Auditor>;
  /** How many passing samples are executed again; all samples where it is left out. */
  readonly audit?: number | undefined;
}

export type Finding = Pick<SubmissionCheck['checks'][number], 'ok' | 'message'>;

export type Check = (context: CheckContext) => Promise<Finding> | Finding;

/** Passes where there is nothing to say; else the first few things that are wrong. */
export function judge(faults: readonly string[], fine: string): Finding {
  if (faults.length === 0) return { ok: true, message: fine };
  const shown = faults.slice(0, 3).join('; ');
  return { ok: false, message: faults.length > 3 ? `${shown}; and ${faults.length - 3} more` : shown };
}

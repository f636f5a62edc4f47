import type { TaskSet } from '../../dataset/task-set.ts';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { SubmissionCheck, SubmittedRun } from '../../schema/submission.ts';
import type { Check, CheckContext, CheckedRun, Finding } from './checks/check.ts';
import * as content from './checks/check-content.ts';
import { checkEnvironment, checkExecution } from './checks/check-execution.ts';
import * as form from './checks/check-form.ts';
import { type Bundle, openBundle, readBundleFiles } from './open-bundle.ts';

/** What is looked at, in this order. */
const checks: Record<string, Check> = {
  tasks: form.checkTasks,
  settings: form.checkSettings,
  names: form.checkNames,
  checksums: form.checkChecksums,
  dataset: content.checkDataset,
  environment: checkEnvironment,
  extraction: content.checkExtraction,
  prompts: content.checkPrompts,
  execution: checkExecution,
  outcomes: content.checkOutcomes,
  answers: content.checkAnswers,
  similarity: content.checkSimilarity,
  metadata: form.checkMetadata,
  secrets: form.checkSecrets,
};

export interface CheckBundleInput extends Pick<CheckContext, 'sanitizer' | 'openAuditor' | 'audit'> {
  readonly path: string;
  /** The tasks that a run says it was asked, from a source of one's own. */
  readonly loadTaskSet: (run: SubmittedRun) => Promise<TaskSet>;
  readonly onCheck?: (name: string) => void;
}

/** Looks at a bundle from every side. What cannot be looked at has failed. */
export async function checkBundle(input: CheckBundleInput): Promise<SubmissionCheck> {
  const bundle = await openBundle(input.path);
  const runs: CheckedRun[] = [];
  for (const submitted of bundle.submission.runs) runs.push(await readCheckedRun(bundle, submitted, input));
  const context: CheckContext = { ...input, bundle, runs };
  const done: SubmissionCheck['checks'] = [];
  for (const [name, check] of Object.entries(checks)) {
    input.onCheck?.(name);
    done.push({ name, ...(await runCheck(check, context)) });
  }
  return { ok: done.every(({ ok }) => ok), checks: done };
}

async function readCheckedRun(bundle: Bundle, submitted: SubmittedRun, input: CheckBundleInput): Promise<CheckedRun> {
  const taskSet = await input.loadTaskSet(submitted);
  const tasks = new Map(taskSet.tasks.map((task) => [task.id, task]));
  return { submitted, taskSet, tasks, ...(await readBundleFiles(bundle, submitted)) };
}

async function runCheck(check: Check, context: CheckContext): Promise<Finding> {
  try {
    return await check(context);
  } catch (error) {
    if (!(error instanceof BigCodeBenchError)) throw error;
    return { ok: false, message: error.message };
  }
}

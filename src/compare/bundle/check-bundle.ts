import type { TaskSet } from '../../dataset/task-set.ts';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { SubmissionCheck, SubmittedRun } from '../../schema/submission.ts';
import { readVerdictSummaries } from '../../store/read-verdict-summaries.ts';
import { readEvalResults } from '../../upstream/eval-results.ts';
import type { Check, CheckContext, CheckedRun } from './checks/check.ts';
import {
  checkAnswers,
  checkDataset,
  checkExtraction,
  checkOutcomes,
  checkPrompts,
  checkSimilarity,
} from './checks/check-content.ts';
import { checkEnvironment, checkExecution } from './checks/check-execution.ts';
import {
  checkChecksums,
  checkMetadata,
  checkNames,
  checkSecrets,
  checkSettings,
  checkTasks,
} from './checks/check-form.ts';
import { type Bundle, openBundle, readRawLines, readSampleLines } from './open-bundle.ts';

/** What is looked at, in this order. */
const checks = {
  tasks: checkTasks,
  settings: checkSettings,
  names: checkNames,
  checksums: checkChecksums,
  dataset: checkDataset,
  environment: checkEnvironment,
  extraction: checkExtraction,
  prompts: checkPrompts,
  execution: checkExecution,
  outcomes: checkOutcomes,
  answers: checkAnswers,
  similarity: checkSimilarity,
  metadata: checkMetadata,
  secrets: checkSecrets,
} satisfies Record<string, Check>;

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
  return {
    submitted,
    taskSet,
    tasks: new Map(taskSet.tasks.map((task) => [task.id, task])),
    samples: await readSampleLines(bundle, submitted),
    raw: await readRawLines(bundle, submitted),
    results: await readEvalResults(bundle.locate(submitted.files.eval_results)),
    verdicts: [...((await readVerdictSummaries(bundle.locate(submitted.files.verdicts))) ?? [])],
  };
}

async function runCheck(check: Check, context: CheckContext): Promise<{ ok: boolean; message: string }> {
  try {
    return await check(context);
  } catch (error) {
    if (!(error instanceof BigCodeBenchError)) throw error;
    return { ok: false, message: error.message };
  }
}

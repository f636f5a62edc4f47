import type { TaskSet } from '../../dataset/task-set.ts';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { SubmissionCheck, SubmittedRun } from '../../schema/submission.ts';
import { listSome } from '../../util/list-some.ts';
import { type AuditedSample, type Check, type CheckContext, type CheckedRun, judge } from './checks/check.ts';
import * as content from './checks/check-content.ts';
import * as form from './checks/check-form.ts';
import { openBundle, readBundleFiles } from './open-bundle.ts';

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

interface CheckBundleInput extends Pick<CheckContext, 'sanitizer' | 'openAuditor' | 'audit'> {
  readonly path: string;
  readonly loadTaskSet: (run: SubmittedRun) => Promise<TaskSet>;
  readonly onCheck?: (name: string) => void;
}

/** Looks at a bundle from every side. What cannot be looked at has failed. */
export async function checkBundle(input: CheckBundleInput): Promise<SubmissionCheck> {
  const bundle = await openBundle(input.path);
  const runs: CheckedRun[] = [];
  for (const submitted of bundle.submission.runs) {
    const taskSet = await input.loadTaskSet(submitted);
    const tasks = new Map(taskSet.tasks.map((task) => [task.id, task]));
    runs.push({ submitted, taskSet, tasks, ...(await readBundleFiles(bundle, submitted)) });
  }
  const context: CheckContext = { ...input, bundle, runs };
  const done: SubmissionCheck['checks'] = [];
  for (const [name, check] of Object.entries(checks)) {
    input.onCheck?.(name);
    done.push({ name, ...(await runCheck(check, context)) });
  }
  return { ok: done.every(({ ok }) => ok), checks: done };
}

/** What its description alone has against a bundle: whoever makes it wants to know that before it is checked. */
export async function findRefusals(path: string): Promise<string[]> {
  const bundle = await openBundle(path);
  const runs = bundle.submission.runs.map((submitted) => ({ submitted }));
  const findings = [form.checkSettings({ bundle, runs }), form.checkNames({ bundle, runs })];
  return findings.filter(({ ok }) => !ok).map(({ message }) => message);
}

async function runCheck(check: Check, context: CheckContext) {
  try {
    return await check(context);
  } catch (error) {
    if (!(error instanceof BigCodeBenchError)) throw error;
    return { ok: false, message: error.message };
  }
}

const fewestTrusted = 0.99;

/** The locked environment, an honest ground truth, a real sandbox. */
async function checkEnvironment(context: CheckContext) {
  const faults: string[] = [];
  const auditor = await openFor(context);
  for (const { submitted } of context.runs) {
    const { run, result } = submitted;
    const { fingerprint, isolation } = run.conditions;
    if (fingerprint !== auditor.fingerprint) {
      faults.push(`${run.split} ran in environment ${fingerprint}, the locked one here is ${auditor.fingerprint}`);
    }
    if (isolation === 'none') faults.push(`${run.split} ran without a sandbox`);
    const trusted = result.groundTruth?.trustedRate;
    if (trusted === undefined) faults.push(`${run.split} did not check ground truth`);
    else if (trusted < fewestTrusted) faults.push(`${run.split} has a ground truth of ${(100 * trusted).toFixed(1)}%`);
  }
  return judge(faults, 'the locked environment, ground truth at 99% or more, sandboxed');
}

/** Executes solutions again: all of them, or so many passing ones that a share of forged ones would be found. */
async function checkExecution(context: CheckContext) {
  const faults: string[] = [];
  const words: string[] = [];
  const auditor = await openFor(context);
  for (const checked of context.runs) {
    const { submitted, tasks } = checked;
    const samples = chooseSamples(checked, context.audit);
    const expected = new Map(samples.map(({ task, status }) => [task.id, status]));
    const differing: string[] = [];
    for await (const { taskId, status } of auditor.execute(submitted, samples)) {
      if ((status === 'pass') !== (expected.get(taskId) === 'pass')) differing.push(taskId);
      expected.delete(taskId);
    }
    const { split, subset } = submitted.run;
    if (expected.size > 0) faults.push(`${expected.size} programs of ${split} could not be executed`);
    const allowed = context.audit === undefined ? content.allowedNoise(subset, tasks.size) : 0;
    if (differing.length > allowed)
      faults.push(`${differing.length} verdicts of ${split} did not come out again (${listSome(differing, 3)})`);
    words.push(`${split}: ${samples.length - differing.length} of ${samples.length} again the same`);
  }
  return judge(faults, words.join('; '));
}

function openFor({ openAuditor, runs }: CheckContext) {
  return openAuditor(runs.flatMap(({ tasks }) => [...tasks.values()]));
}

function chooseSamples({ samples, tasks, results }: CheckedRun, audit: number | undefined): AuditedSample[] {
  const all = samples.flatMap(({ task_id, solution }): AuditedSample[] => {
    const task = tasks.get(task_id);
    const status = results.eval[task_id]?.[0]?.status;
    return task && status ? [{ task, solution, status }] : [];
  });
  if (audit === undefined) return all;
  const passing = all.filter(({ status }) => status === 'pass');
  // Who forges must not know which ones are looked at.
  const drawn = passing.map((sample) => ({ sample, order: Math.random() })).sort((a, b) => a.order - b.order);
  return drawn.slice(0, audit).map(({ sample }) => sample);
}

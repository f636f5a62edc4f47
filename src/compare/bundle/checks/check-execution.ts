/** Checks that need the sandbox: whether the environment is the locked one, and whether verdicts come out again. */
import { type AuditedSample, type Auditor, type Check, type CheckContext, type CheckedRun, judge } from './check.ts';
import { allowedNoise } from './check-content.ts';

const fewestTrusted = 0.99;

/** The locked environment, an honest ground truth, a real sandbox. */
export const checkEnvironment: Check = async (context) => {
  const faults: string[] = [];
  for (const { submitted } of context.runs) {
    const { run, result } = submitted;
    const { fingerprint, isolation } = run.conditions;
    const auditor = await openFor(context);
    if (fingerprint !== auditor.fingerprint) {
      faults.push(`${run.split} ran in environment ${fingerprint}, the locked one here is ${auditor.fingerprint}`);
    }
    if (isolation === 'none') faults.push(`${run.split} ran without a sandbox`);
    const trusted = result.groundTruth?.trustedRate;
    if (trusted === undefined) faults.push(`${run.split} did not check ground truth`);
    else if (trusted < fewestTrusted) faults.push(`${run.split} has a ground truth of ${(100 * trusted).toFixed(1)}%`);
  }
  return judge(faults, 'the locked environment, ground truth at 99% or more, sandboxed');
};

/** Executes solutions again: all of them, or so many passing ones that a share of forged ones would be found. */
export const checkExecution: Check = async (context) => {
  const faults: string[] = [];
  const words: string[] = [];
  for (const checked of context.runs) {
    const { submitted, tasks } = checked;
    const samples = chooseSamples(checked, context.audit);
    const auditor = await openFor(context);
    const expected = new Map(samples.map(({ task, status }) => [task.id, status]));
    const differing: string[] = [];
    for await (const { taskId, status } of auditor.execute(submitted, samples)) {
      const isSame = (status === 'pass') === (expected.get(taskId) === 'pass');
      expected.delete(taskId);
      if (!isSame) differing.push(taskId);
    }
    const { split, subset } = submitted.run;
    if (expected.size > 0) faults.push(`${expected.size} programs of ${split} could not be executed`);
    const allowed = context.audit === undefined ? allowedNoise(subset, tasks.size) : 0;
    if (differing.length > allowed) {
      faults.push(
        `${differing.length} verdicts of ${split} did not come out again (${differing.slice(0, 3).join(', ')})`,
      );
    }
    words.push(`${split}: ${samples.length - differing.length} of ${samples.length} again the same`);
  }
  return judge(faults, words.join('; '));
};

/** One sandbox for all runs. */
function openFor({ openAuditor, runs }: CheckContext): Promise<Auditor> {
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

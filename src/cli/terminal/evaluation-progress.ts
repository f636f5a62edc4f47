import { createEarlyEstimate, type EarlyEstimate } from '../../evaluate/early-estimate.ts';
import { listSome } from '../../evaluate/match-samples.ts';
import type { Progress } from '../../report/progress.ts';
import type { OnRunEvent, RunEvent } from '../../schema/run-event.ts';
import type { GroundTruthSummary } from '../../schema/run-record.ts';
import type { CommandContext } from '../command.ts';

/** Shows an evaluation on stderr as it happens. */
export function observeEvaluation(context: CommandContext): OnRunEvent {
  const { options, stderr } = context;
  let progress: Progress | undefined;
  let samples = 0;
  let done = 0;
  let passed = 0;
  let estimate: EarlyEstimate | undefined;
  const say = (text: string) => {
    if (!options.quiet) stderr.write(text);
  };
  return (event) => {
    switch (event.type) {
      case 'run-started':
        samples = event.total;
        estimate = createEarlyEstimate({ subset: event.subset, samples });
        break;
      case 'evaluation-opened':
        ({ done, passed } = event);
        say(describeStart(event, samples));
        break;
      case 'warning':
        context.warn(event.message);
        break;
      case 'ground-truth-started':
        progress = context.progress({ label: 'ground truth', total: event.total, from: event.done });
        progress.update(event.done);
        break;
      case 'ground-truth':
        progress?.update(event.done);
        break;
      case 'ground-truth-finished':
        progress?.finish(`${event.summary.passed}/${event.summary.tasks} pass`);
        progress = undefined;
        say(describeGroundTruth(event.summary));
        break;
      case 'verdicts-started':
        if (done === samples) break;
        progress = context.progress({ label: 'samples', total: samples, from: done });
        progress.update(done, `${passed} passed`);
        break;
      case 'verdict':
        done++;
        if (event.status === 'pass') passed++;
        estimate?.add(event.taskId, event.status === 'pass');
        progress?.update(done, `${passed} passed${describeEarly(estimate)}`);
        break;
      case 'verdicts-finished':
        progress?.finish(`${done} samples, ${passed} passed`);
        progress = undefined;
        break;
    }
  };
}

type Opened = Extract<RunEvent, { type: 'evaluation-opened' }>;

function describeStart({ runId, isRepeat, done, nearest }: Opened, samples: number): string {
  if (isRepeat) return '';
  if (done > 0) return `Resuming run ${runId}: ${done} of ${samples} samples are judged.\n`;
  if (!nearest) return '';
  const fields = nearest.fields.map((field) => field.split('.').at(-1)).join(', ');
  return `Run ${runId} is new; ${nearest.runId} evaluated the same samples with a different ${fields}.\n`;
}

/** `, score ≈ 48.1% ± 6.2`: where a run is heading. */
export function describeEarly(estimate: EarlyEstimate | undefined): string {
  const early = estimate?.read();
  return early ? `, score ≈ ${(100 * early.value).toFixed(1)}% ± ${(100 * early.reach).toFixed(1)}` : '';
}

/** The pass rate and what does not pass, a line each. */
export function describeGroundTruth(summary: GroundTruthSummary): string {
  const { tasks, passed, passRate, needsNetwork, flaky } = summary;
  const broken = Object.entries(summary.broken);
  const lines = [`Ground truth: ${passed} of ${tasks} reference solutions pass (${(100 * passRate).toFixed(1)}%).`];
  if (needsNetwork.length > 0) lines.push(`  need the network: ${listSome(needsNetwork, 20)}`);
  if (flaky.length > 0) lines.push(`  flaky: ${listSome(flaky, 20)}`);
  for (const [taskId, reason] of broken.slice(0, 20)) lines.push(`  broken: ${taskId}: ${reason}`);
  if (broken.length > 20) lines.push(`  … and ${broken.length - 20} more broken`);
  return `${lines.join('\n')}\n`;
}

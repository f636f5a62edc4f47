import type { GroundTruthSummary } from '../../evaluate/ground-truth/ground-truth-summary.ts';
import { listSome } from '../../evaluate/match-samples.ts';
import type { EvaluationObserver, EvaluationStart } from '../../evaluate/run-evaluation.ts';
import type { Progress } from '../../report/progress.ts';
import type { CommandContext } from '../command.ts';

/** Shows an evaluation on stderr while it goes on. */
export function observeEvaluation(context: CommandContext, samples: number): EvaluationObserver {
  const { options, stderr } = context;
  let progress: Progress | undefined;
  let done = 0;
  let passed = 0;
  const say = (text: string) => {
    if (!options.quiet) stderr.write(text);
  };
  return {
    onStart(start) {
      done = start.done;
      passed = start.passed;
      say(describeStart(start, samples));
    },
    onGroundTruthStart(checked, total) {
      progress = context.progress({ label: 'ground truth', total, from: checked });
      progress.update(checked);
    },
    onGroundTruth(_, checked) {
      progress?.update(checked);
    },
    onGroundTruthDone(summary) {
      progress?.finish(`${summary.passed}/${summary.tasks} pass`);
      progress = undefined;
      say(describeGroundTruth(summary));
    },
    onVerdictsStart() {
      if (done === samples) return;
      progress = context.progress({ label: 'samples', total: samples, from: done });
      progress.update(done, `${passed} passed`);
    },
    onVerdict({ status }) {
      done++;
      if (status === 'pass') passed++;
      progress?.update(done, `${passed} passed`);
    },
    onVerdictsDone() {
      progress?.finish(`${done} samples, ${passed} passed`);
      progress = undefined;
    },
  };
}

function describeStart({ runId, isRepeat, done, earlier }: EvaluationStart, samples: number): string {
  if (isRepeat) return '';
  if (done > 0) return `Run ${runId} goes on: ${done} of ${samples} samples have their verdict.\n`;
  const [nearest] = earlier;
  if (!nearest) return '';
  const fields = nearest.differences.map(({ field }) => field.split('.').at(-1)).join(', ');
  return `Run ${runId} is new; ${nearest.id} evaluated the same samples with another ${fields}.\n`;
}

/** The pass rate and what does not pass, a line each. */
export function describeGroundTruth(summary: GroundTruthSummary): string {
  const { tasks, passed, passRate, needsNetwork, flaky, broken } = summary;
  const lines = [`Ground truth: ${passed} of ${tasks} canonical solutions pass (${(100 * passRate).toFixed(1)} %).`];
  if (needsNetwork.length > 0) lines.push(`  need the network: ${listSome(needsNetwork, 20)}`);
  if (flaky.length > 0) lines.push(`  flaky: ${listSome(flaky, 20)}`);
  for (const [taskId, reason] of [...broken].slice(0, 20)) lines.push(`  broken: ${taskId}: ${reason}`);
  if (broken.size > 20) lines.push(`  … and ${broken.size - 20} more broken`);
  return `${lines.join('\n')}\n`;
}

import type { EvaluationObserver } from '../../evaluate/run-evaluation.ts';
import type { GenerationProgress } from '../../generate/generate-samples.ts';
import type { Progress } from '../../report/progress.ts';
import type { CommandContext } from '../command.ts';
import { describeGroundTruth } from './evaluation-progress.ts';

export interface RunObserver extends EvaluationObserver {
  readonly onEvent: (event: GenerationProgress) => void;
  readonly onSample: () => void;
  readonly finish: () => void;
}

/** One live line for a model whose answers are executed while they come: answered, executed, passed. */
export function observeRun(context: CommandContext, model: string, total: number): RunObserver {
  const { options, stderr } = context;
  let groundTruth: Progress | undefined;
  let isSettled = options.noGt;
  let progress: Progress | undefined;
  let answered = 0;
  let executed = 0;
  let passed = 0;
  const note = () => `${answered} answered, ${passed} passed`;
  const draw = () => {
    // Until ground truth is settled its own line is shown, and nothing is executed.
    if (!isSettled) return;
    progress ??= context.progress({ label: model, total, from: executed });
    progress.update(executed, note());
  };
  const say = (text: string) => {
    if (!options.quiet) stderr.write(text);
  };
  return {
    onEvent(event) {
      if (event.type === 'planned' && event.held > 0)
        say(`${model}: ${event.held} of ${event.total} answers are here.\n`);
      if (event.type === 'fault') say(`${model}: ${event.taskId}: ${event.error.message}\n`);
      if (event.type === 'draining' && event.waitMs > 0) say('Waiting for the answers under way …\n');
    },
    onSample() {
      answered++;
      draw();
    },
    onStart({ done, passed: before }) {
      executed = done;
      passed = before;
    },
    onGroundTruthStart(done, all) {
      groundTruth = context.progress({ label: 'ground truth', total: all, from: done });
      groundTruth.update(done);
    },
    onGroundTruth(_, done) {
      groundTruth?.update(done, answered > 0 ? `${answered} answered` : '');
    },
    onGroundTruthDone(summary) {
      groundTruth?.finish(`${summary.passed}/${summary.tasks} pass`);
      const isNews = groundTruth !== undefined && summary.passed < summary.tasks;
      groundTruth = undefined;
      isSettled = true;
      if (isNews) say(describeGroundTruth(summary));
    },
    onVerdict({ status }) {
      executed++;
      if (status === 'pass') passed++;
      draw();
    },
    finish() {
      (progress ?? context.progress({ label: model, total })).finish(`${executed}/${total} executed, ${passed} passed`);
    },
  };
}

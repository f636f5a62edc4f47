import { createEarlyEstimate, type EarlyEstimate } from '../../evaluate/early-estimate.ts';
import type { Progress } from '../../report/progress.ts';
import type { OnRunEvent } from '../../schema/run-event.ts';
import type { CommandContext } from '../command.ts';
import { createRetryReporter } from './announce-generation.ts';
import { describeEarly, describeGroundTruth } from './evaluation-progress.ts';

/** One live line per run of a sweep, whose answers are executed as they arrive: answered, executed, passed. */
export function observeRun(context: CommandContext): OnRunEvent {
  const { options, stderr } = context;
  let groundTruth: Progress | undefined;
  let isSettled = options.noGt;
  let progress: Progress | undefined;
  let run = { model: '', total: 0 };
  let answered = 0;
  let executed = 0;
  let passed = 0;
  let estimate: EarlyEstimate | undefined;
  const start = () => context.progress({ label: run.model, total: run.total, from: executed });
  const draw = () => {
    // Until ground truth is settled, its own line is shown and nothing is executed.
    if (!isSettled) return;
    progress ??= start();
    progress.update(executed, `${answered} answered, ${passed} passed${describeEarly(estimate)}`);
  };
  const tellRetry = createRetryReporter(context);
  const say = (text: string) => {
    if (!options.quiet) stderr.write(text);
  };
  return (event) => {
    switch (event.type) {
      case 'run-started':
        run = event;
        estimate = createEarlyEstimate({ subset: event.subset, samples: event.total });
        isSettled = options.noGt;
        progress = undefined;
        answered = 0;
        executed = 0;
        passed = 0;
        break;
      case 'generation-planned':
        if (event.held > 0) say(`${run.model}: ${event.held} of ${event.total} answers already exist.\n`);
        break;
      case 'request-failed':
        say(`${run.model}: ${event.taskId}: ${event.message}\n`);
        break;
      case 'draining':
        if (event.waitMs > 0) say('Waiting for answers in flight …\n');
        break;
      case 'request-retried':
        tellRetry(event);
        break;
      case 'warning':
        context.warn(event.message);
        break;
      case 'sample':
        answered++;
        draw();
        break;
      case 'evaluation-opened':
        executed = event.done;
        passed = event.passed;
        break;
      case 'ground-truth-started':
        groundTruth = context.progress({ label: 'ground truth', total: event.total, from: event.done });
        groundTruth.update(event.done);
        break;
      case 'ground-truth':
        groundTruth?.update(event.done, answered > 0 ? `${answered} answered` : '');
        break;
      case 'ground-truth-finished': {
        const { summary } = event;
        groundTruth?.finish(`${summary.passed}/${summary.tasks} pass`);
        if (groundTruth && summary.passed < summary.tasks) say(describeGroundTruth(summary));
        groundTruth = undefined;
        isSettled = true;
        break;
      }
      case 'verdict':
        executed++;
        if (event.status === 'pass') passed++;
        estimate?.add(event.taskId, event.status === 'pass');
        draw();
        break;
      case 'run-finished':
        (progress ?? start()).finish(`${executed}/${run.total} executed, ${passed} passed`);
        break;
    }
  };
}

import { kindsOf } from '../../generate/build-sample.ts';
import type { Progress } from '../../report/progress.ts';
import type { RetryKind } from '../../schema/generation-event.ts';
import type { OnRunEvent } from '../../schema/run-event.ts';
import type { CommandContext } from '../command.ts';

export interface GenerationReporter {
  readonly onEvent: OnRunEvent;
  readonly finish: () => void;
}

/** The live line of a generation: samples, what is odd about them, what they cost. */
export function createGenerationProgress(context: CommandContext, model: string): GenerationReporter {
  const { stderr, options } = context;
  const odd = new Map<RetryKind | 'failed', number>();
  let progress: Progress | undefined;
  let done = 0;
  let costUsd = 0;
  const note = () =>
    [
      ...[...odd].map(([kind, number]) => `${number} ${kind}`),
      costUsd > 0 ? `$${costUsd.toFixed(costUsd < 1 ? 4 : 2)}` : '',
    ]
      .filter((text) => text !== '')
      .join(', ');
  const add = (kind: RetryKind | 'failed', number: number) => odd.set(kind, (odd.get(kind) ?? 0) + number);
  const onEvent: OnRunEvent = (event) => {
    switch (event.type) {
      case 'generation-planned':
        progress = context.progress({ label: model, total: event.total });
        if (event.held > 0 && !options.quiet) stderr.write(`${event.held} of ${event.total} samples already exist.\n`);
        break;
      case 'answered':
        for (const kind of kindsOf(event)) add(kind, 1);
        costUsd += event.costUsd ?? 0;
        break;
      case 'sample':
        progress?.update(++done, note());
        break;
      case 'request-failed':
        add('failed', event.samples);
        if (!options.quiet) stderr.write(`${event.taskId}: ${event.message}\n`);
        break;
      case 'warning':
        context.warn(event.message);
        break;
      case 'draining':
        if (event.waitMs > 0) {
          stderr.write('Waiting for answers in flight, which are paid for; press Ctrl-C again to stop now.\n');
        }
        break;
    }
  };
  return {
    onEvent,
    finish: () => progress?.finish([`${done} samples`, note()].filter((text) => text !== '').join(', ')),
  };
}

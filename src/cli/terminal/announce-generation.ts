import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { Generation } from '../../generate/generation-run.ts';
import { describeUnknownPrice } from '../../model/prices.ts';
import type { RetryEvent } from '../../model/with-retry.ts';
import type { Task } from '../../schema/task.ts';
import type { CommandContext } from '../command.ts';
import type { PlannedGeneration } from '../generation-settings.ts';
import { confirm } from './confirm.ts';
import { describeDifferences, estimateRun } from './generation-report.ts';

/** A limit on dollars can only be kept where the price is known. */
export function requirePrice({ options }: CommandContext, { model }: PlannedGeneration): void {
  if (options.maxCost === undefined || model.price !== undefined) return;
  throw new BigCodeBenchError('USAGE', describeUnknownPrice(model.name, '--max-cost cannot be enforced'));
}

export interface AnnouncedGeneration {
  readonly generation: Generation;
  readonly plan: PlannedGeneration;
  readonly tasks: readonly Task[];
  /** Whether an earlier run that resembles this one may be another part of the same command. */
  readonly isOneOfSeveral?: boolean;
}

/** Says before the first request how this run differs from an earlier one and what it will cost. */
export async function announceGeneration(context: CommandContext, announced: AnnouncedGeneration): Promise<void> {
  const { generation, plan, tasks, isOneOfSeveral = false } = announced;
  const { stderr } = context;
  if (!isOneOfSeveral) for (const sentence of describeDifferences(generation)) stderr.write(`${sentence}\n`);
  const estimate = estimateRun(generation, plan, tasks);
  if (estimate) stderr.write(`${estimate.sentence}\n`);
  if (estimate?.isPaid && !(await confirm(context, 'Go on?'))) {
    throw new BigCodeBenchError('USAGE', 'Nothing was asked: not confirmed.');
  }
}

/** Says why a run is slow, without a line per retry. */
export function createRetryReporter({ options, stderr }: CommandContext): (event: RetryEvent) => void {
  const told = new Map<string, number>();
  return ({ error, delayMs }) => {
    const count = (told.get(error.fault) ?? 0) + 1;
    told.set(error.fault, count);
    const isWorthTelling = count === 1 || delayMs >= 30_000;
    if (isWorthTelling && !options.quiet) {
      stderr.write(`retrying in ${(delayMs / 1000).toFixed(1)} s: ${error.message}\n`);
    }
  };
}

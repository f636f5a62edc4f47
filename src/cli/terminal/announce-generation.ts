import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { RetryEvent } from '../../model/with-retry.ts';
import type { OpenedRun } from '../../run/run-sweep.ts';
import type { CommandContext } from '../command.ts';
import { confirm } from './confirm.ts';
import { describeDifferences, estimateRun } from './generation-report.ts';

/** Says before the first request how this run differs from an earlier one and what it will cost. */
export async function announceGeneration(context: CommandContext, opened: OpenedRun): Promise<void> {
  const { generation, plan, isOneOfSeveral } = opened;
  const { stderr } = context;
  if (!isOneOfSeveral) for (const sentence of describeDifferences(generation)) stderr.write(`${sentence}\n`);
  const estimate = estimateRun(generation, plan);
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

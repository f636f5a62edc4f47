import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { OpenedRun } from '../../run/run-sweep.ts';
import type { CommandContext } from '../command.ts';
import { confirm } from './confirm.ts';
import { describeDifferences, estimateRun } from './generation-report.ts';

/** Says, before the first request, how this run differs from an earlier one and what it will cost. */
export async function announceGeneration(context: CommandContext, opened: OpenedRun): Promise<void> {
  const { generation, plan, isOneOfSeveral } = opened;
  const { stderr } = context;
  if (!isOneOfSeveral) for (const sentence of describeDifferences(generation)) stderr.write(`${sentence}\n`);
  const estimate = estimateRun(generation, plan);
  if (estimate) stderr.write(`${estimate.sentence}\n`);
  if (estimate?.isPaid && !(await confirm(context, 'Continue?'))) {
    throw new BigCodeBenchError('USAGE', 'Cancelled; no request was sent.');
  }
}

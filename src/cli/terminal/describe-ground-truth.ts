import { listSome } from '../../evaluate/match-samples.ts';
import type { GroundTruth } from '../../schema/ground-truth.ts';
import type { GroundTruthSummary } from '../../schema/run-record.ts';

/** The pass rate and what does not pass, a line each. */
export function describeGroundTruth(summary: GroundTruthSummary, groundTruth: readonly GroundTruth[] = []): string {
  const { tasks, passed, passRate, needsNetwork, flaky } = summary;
  const broken = Object.entries(summary.broken);
  const lines = [`Ground truth: ${passed} of ${tasks} reference solutions pass (${(100 * passRate).toFixed(1)}%).`];
  if (needsNetwork.length > 0) lines.push(`  need the network: ${listSome(needsNetwork, 20)}`);
  if (flaky.length > 0) lines.push(`  flaky: ${listSome(flaky, 20)}`);
  for (const [taskId, reason] of broken.slice(0, 20)) lines.push(`  broken: ${taskId}: ${reason}`);
  if (broken.length > 20) lines.push(`  … and ${broken.length - 20} more broken`);
  if (summary.provable) {
    const { value, reference, not } = summary.provable;
    lines.push(
      `Provable: ${value + reference} of ${value + reference + not} (${value} by values, ${reference} by references).`,
    );
  }
  const unprovable = groundTruth.flatMap(({ taskId, provable }) =>
    provable && 'why' in provable ? [`  not provable: ${taskId}: ${provable.why}`] : [],
  );
  lines.push(...unprovable.slice(0, 20));
  if (unprovable.length > 20) lines.push(`  … and ${unprovable.length - 20} more not provable`);
  return `${lines.join('\n')}\n`;
}

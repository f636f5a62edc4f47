import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { GroundTruth, TaskState } from '../../schema/proof.ts';
import type { GroundTruthSummary } from '../../schema/run-record.ts';
import { listSome } from '../../util/list-some.ts';

export function summarizeGroundTruth(groundTruth: Iterable<GroundTruth>): GroundTruthSummary {
  const all = [...groundTruth];
  const idsOf = (...states: TaskState['state'][]) =>
    all.filter(({ state }) => states.includes(state.state)).map(({ taskId }) => taskId);
  const passed = idsOf('stable', 'flaky').length;
  const needsNetwork = idsOf('needs-network');
  const offline = all.length - needsNetwork.length;
  const tried = all.flatMap(({ provable }) => provable ?? []);
  const broken = all.flatMap(({ taskId, state }) => (state.state === 'broken' ? [[taskId, state.reason]] : []));
  const count = (level: 'value' | 'reference' | undefined) =>
    tried.filter((provable) => ('level' in provable ? provable.level : undefined) === level).length;
  const provable = { value: count('value'), reference: count('reference'), not: count(undefined) };
  return {
    tasks: all.length,
    passed,
    passRate: all.length === 0 ? 1 : passed / all.length,
    trustedRate: offline === 0 ? 1 : passed / offline,
    failed: idsOf('broken', 'needs-network'),
    needsNetwork,
    flaky: idsOf('flaky'),
    broken: Object.fromEntries(broken),
    ...(tried.length > 0 && tried.length === all.length && { provable }),
  };
}

/** Throws if too many reference solutions fail for verdicts from this environment to mean anything. */
export function requireTrust(summary: GroundTruthSummary, minRate: number): void {
  if (summary.trustedRate >= minRate) return;
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
  const [first = ''] = Object.values(summary.broken);
  const message = `Only ${percent(summary.trustedRate)} of the reference solutions pass here, but ${percent(minRate)} are required (failing: ${listSome(Object.keys(summary.broken))}; the first: ${first}). Run \`bcb doctor\` to see what is missing, then the same command again; with --allow-degraded it goes on anyway.`;
  throw new BigCodeBenchError('UNTRUSTED_ENVIRONMENT', message, { data: { failed: summary.failed } });
}

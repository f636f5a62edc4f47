import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { Failure } from '../../schema/failure.ts';
import type { SampleKey } from '../../schema/log-event.ts';
import type { FailureCluster, FailuresDocument } from '../../schema/view/overview-document.ts';
import { groupBy } from '../../util/group-by.ts';
import { sha256 } from '../../util/hash.ts';
import type { VerdictIndex } from './verdict-index.ts';

export interface IndexedRun {
  readonly id: string;
  readonly index: VerdictIndex;
}

const mostClusters = 500;
const mostSamples = 50;
/** Where this share of the runs that answered a cluster's tasks fail alike, the cause is hardly the models. */
const sharedFrom = 0.8;
const sharedRuns = 3;

interface FoundFailure extends Readonly<SampleKey> {
  readonly runId: string;
  readonly failure: Failure;
}

/** The failures of several runs, those that say the same together, the most frequent first. */
export function buildFailures(runs: readonly IndexedRun[]): FailuresDocument {
  const failures = runs.flatMap(({ id, index }): FoundFailure[] =>
    Array.from(index.failures(), (found) => ({ ...found, runId: id })),
  );
  const clusters = groupBy(failures, ({ failure }) => `${failure.outcome}\0${failure.pattern}`);
  const ranked = [...clusters].sort(([, a], [, b]) => b.length - a.length).slice(0, mostClusters);
  return {
    failures: failures.length,
    clusters: ranked.map(([key, members]) => describeCluster(sha256(key).slice(0, 12), members, runs)),
  };
}

function describeCluster(key: string, members: readonly FoundFailure[], runs: readonly IndexedRun[]): FailureCluster {
  const [first] = members;
  if (first === undefined) throw new BigCodeBenchError('INVARIANT', 'A group of failures is empty.');
  const { outcome, cause, pattern, line: example } = first.failure;
  const byTask = groupBy(members, ({ taskId }) => taskId);
  const isShared = [...byTask].every(([taskId, failing]) => {
    const answered = runs.filter(({ index }) => index.findTaskRow(taskId) !== undefined).length;
    return answered >= sharedRuns && new Set(failing.map(({ runId }) => runId)).size >= sharedFrom * answered;
  });
  return {
    key,
    ...{ outcome, cause, pattern, example },
    count: members.length,
    runIds: [...new Set(members.map(({ runId }) => runId))],
    taskIds: [...byTask.keys()],
    isShared,
    samples: members.slice(0, mostSamples).map(({ runId, taskId, index }) => ({ runId, taskId, index })),
  };
}

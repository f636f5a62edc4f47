import type { Failure } from '../../schema/failure.ts';
import type { FailureCluster, FailuresDocument } from '../../schema/view/overview-document.ts';
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

interface Gathering {
  readonly failure: Failure;
  readonly samples: FailureCluster['samples'][number][];
  readonly runsOfTask: Map<string, Set<string>>;
  readonly runIds: Set<string>;
  count: number;
}

/** The failures of several runs, those that say the same together, the most frequent first. */
export function buildFailures(runs: readonly IndexedRun[]): FailuresDocument {
  const clusters = new Map<string, Gathering>();
  let failures = 0;
  for (const { id: runId, index: verdicts } of runs) {
    for (const { taskId, index, failure } of verdicts.failures()) {
      failures++;
      const key = `${failure.outcome}\0${failure.pattern}`;
      const cluster = clusters.get(key) ?? {
        failure,
        samples: [],
        runsOfTask: new Map<string, Set<string>>(),
        runIds: new Set<string>(),
        count: 0,
      };
      clusters.set(key, cluster);
      cluster.count++;
      cluster.runIds.add(runId);
      cluster.runsOfTask.set(taskId, (cluster.runsOfTask.get(taskId) ?? new Set<string>()).add(runId));
      if (cluster.samples.length < mostSamples) cluster.samples.push({ runId, taskId, index });
    }
  }
  const ranked = [...clusters.values()].sort((a, b) => b.count - a.count).slice(0, mostClusters);
  return { failures, clusters: ranked.map((cluster) => describeCluster(cluster, runs)) };
}

function describeCluster(cluster: Gathering, runs: readonly IndexedRun[]): FailureCluster {
  const { samples, runsOfTask, runIds, count } = cluster;
  const { outcome, cause, pattern, line: example } = cluster.failure;
  const shares = [...runsOfTask].map(([taskId, failing]) => {
    const answered = runs.filter(({ index }) => index.findTaskRow(taskId) !== undefined).length;
    return answered >= sharedRuns ? failing.size / answered : 0;
  });
  const isShared = shares.length > 0 && shares.every((share) => share >= sharedFrom);
  return {
    key: sha256(`${outcome}\0${pattern}`).slice(0, 12),
    ...{ outcome, cause, pattern, example },
    count,
    runIds: [...runIds],
    taskIds: [...runsOfTask.keys()],
    isShared,
    samples,
  };
}

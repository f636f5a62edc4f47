import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { SampleKey } from '../../schema/log-event.ts';
import type { Failure } from '../../schema/verdict.ts';
import type { FailureCluster, FailuresDocument, MatrixDocument } from '../../schema/view/overview-document.ts';
import type { RunSummary } from '../../schema/view/run-document.ts';
import type { TaskListDocument } from '../../schema/view/task-document.ts';
import { groupBy } from '../../util/group-by.ts';
import { sha256 } from '../../util/hash.ts';
import { buildFactColumns, proseOf, type TaskOf } from './task-document.ts';
import type { VerdictIndex } from './verdict-index.ts';

type IndexedRun = Readonly<{ id: string; index: VerdictIndex }>;

const mostClusters = 500;
const mostSamples = 50;
/** Where this share of the runs that answered a cluster's tasks fail alike, the cause is hardly the models. */
const sharedFrom = 0.8;
const sharedRuns = 3;

type FoundFailure = Readonly<SampleKey> & { readonly runId: string; readonly failure: Failure };

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

const absent = 255;
const whole = 200;

export function buildMatrix(
  runs: readonly { readonly summary: RunSummary; readonly index: VerdictIndex }[],
  taskOf: TaskOf,
): MatrixDocument {
  const taskIds = [...new Set(runs.flatMap(({ index }) => index.taskIds))];
  const cells = new Uint8Array(runs.length * taskIds.length).fill(absent);
  const columnOf = new Map(taskIds.map((id, column) => [id, column]));
  for (const [row, { index }] of runs.entries()) {
    for (const id of index.taskIds) {
      const share = index.shareOf(id);
      if (share !== undefined) cells[row * taskIds.length + (columnOf.get(id) ?? 0)] = Math.round(whole * share);
    }
  }
  return {
    runs: runs.map(({ summary }) => summary),
    taskIds,
    domains: taskIds.map((id) => taskOf(id)?.domains ?? []),
    cells: Buffer.from(cells).toString('base64'),
  };
}

const fewestRuns = 5;

/** Every task of these runs: how often it is solved, and whether strong runs fail what weak ones pass. */
export function buildTaskList(runs: readonly IndexedRun[], taskOf: TaskOf): TaskListDocument {
  const ids = [...new Set(runs.flatMap(({ index }) => index.taskIds))];
  const indexes = runs.map(({ index }) => index);
  const sums = indexes.map((index) => {
    const shares = index.taskIds.flatMap((id) => index.shareOf(id) ?? []);
    return { index, count: shares.length, sum: shares.reduce((total, share) => total + share, 0) };
  });
  const { facts, samples: answers, passed } = buildFactColumns(ids, taskOf, indexes);
  const itemRest = ids.map((id) => {
    const scores = sums.flatMap(({ index, count, sum }) => {
      const share = index.shareOf(id);
      return share === undefined ? [] : [{ item: share, rest: (sum - share) / Math.max(1, count - 1) }];
    });
    return scores.length < fewestRuns ? null : correlate(scores);
  });
  return {
    ...facts,
    prompts: ids.map((id) => proseOf(taskOf(id))),
    ...{ answers, passed, itemRest },
    suspicions: ids.map((_, at) => suspect(answers[at] ?? 0, passed[at] ?? 0, itemRest[at] ?? null)),
  };
}

/** Why a task's own tests may be at fault, in sentences. */
export function suspect(answers: number, passed: number, itemRest: number | null): string[] {
  const isOdd = itemRest !== null && itemRest < 0;
  return [
    ...(answers >= fewestRuns && passed === 0 ? [`None of ${answers} answers passes.`] : []),
    ...(isOdd ? [`Runs that do better elsewhere do worse here (correlation ${itemRest.toFixed(2)}).`] : []),
  ];
}

/** Pearson's correlation; null where one side does not vary. */
function correlate(pairs: readonly { readonly item: number; readonly rest: number }[]): number | null {
  const mean = (of: (pair: (typeof pairs)[number]) => number) =>
    pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length;
  const itemMean = mean(({ item }) => item);
  const restMean = mean(({ rest }) => rest);
  const covariance = mean(({ item, rest }) => (item - itemMean) * (rest - restMean));
  const spread = mean(({ item }) => (item - itemMean) ** 2) * mean(({ rest }) => (rest - restMean) ** 2);
  return spread === 0 ? null : covariance / Math.sqrt(spread);
}

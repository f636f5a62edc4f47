import type { TaskListDocument } from '../../schema/view/task-document.ts';
import type { IndexedRun } from './failures-document.ts';
import { buildFactColumns, type TaskOf } from './task-document.ts';
import { proseOf } from './task-title.ts';

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
    answers,
    passed,
    itemRest,
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

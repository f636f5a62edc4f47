import type { Result } from '../compare/result.ts';
import { nameRuns } from '../report/name-runs.ts';
import type { RunSummary } from '../schema/view/run-document.ts';

/** The runs of a view, each with a name that tells it from the others: its model, and what differs. */
export function nameSummaries(
  runs: readonly { readonly summary: RunSummary; readonly result: Result }[],
): RunSummary[] {
  const names = nameRuns(
    runs.map(({ summary, result: { model, labels, conditions, parameters, runId, source } }) => {
      const { split, subset, rules } = conditions;
      // The tasks it was given: those it has verdicts on become more while it is under way.
      const { tasks } = summary;
      return { model, label: labels?.name, split, subset, rules, tasks, parameters, runId, source };
    }),
  );
  return runs.map(({ summary, result }, at) => ({ ...summary, name: names[at], labels: result.labels }));
}

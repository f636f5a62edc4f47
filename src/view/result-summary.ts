import { describeName, type Result } from '../compare/result.ts';
import { nameRuns } from '../report/name-runs.ts';
import type { RunSummary } from '../schema/view/run-document.ts';
import { hashValue } from '../util/hash.ts';

/** The line that lists show of a result that is not a run of ours: what its verdicts tell, and `more` that is known. */
export function summarizeResult(
  { model, conditions, tasks }: Result,
  more: Pick<RunSummary, 'id'> & Partial<RunSummary>,
): RunSummary {
  const tallies = [...tasks.values()];
  const sum = (of: 'samples' | 'passed') => tallies.reduce((total, tally) => total + tally[of], 0);
  return {
    state: 'finished',
    model,
    split: conditions.split,
    subset: conditions.subset ?? `${tasks.size} tasks`,
    dataset: 'bigcodebench',
    tasks: tasks.size,
    tasksHash: hashValue([...tasks.keys()].sort()),
    nSamples: Math.max(1, ...tallies.map(({ samples }) => samples)),
    verdicts: sum('samples'),
    total: sum('samples'),
    passed: sum('passed'),
    ...more,
    caveats: [],
  };
}

/** The runs of a view, each with a name that tells it from the others: its model, and what differs. */
export function nameSummaries(runs: readonly Readonly<{ summary: RunSummary; result: Result }>[]): RunSummary[] {
  // The tasks a run was given: those it has verdicts on become more while it is under way.
  const names = nameRuns(runs.map(({ summary, result }) => ({ ...describeName(result), tasks: summary.tasks })));
  return runs.map(({ summary, result }, at) => ({ ...summary, name: names[at], labels: result.labels }));
}

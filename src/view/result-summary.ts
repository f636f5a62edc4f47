import type { Result } from '../compare/result.ts';
import type { RunSummary } from '../schema/view/run-document.ts';

/** The line that lists show of a result that is not a run of ours: what its verdicts tell, and `more` that is known. */
export function summarizeResult(
  { model, conditions, tasks }: Result,
  { id, origin, ...more }: Pick<RunSummary, 'id' | 'origin'> & Partial<RunSummary>,
): RunSummary {
  const tallies = [...tasks.values()];
  const sum = (of: 'samples' | 'passed') => tallies.reduce((total, tally) => total + tally[of], 0);
  return {
    id,
    origin,
    state: 'finished',
    model,
    split: conditions.split,
    subset: conditions.subset ?? `${tasks.size} tasks`,
    dataset: 'bigcodebench',
    tasks: tasks.size,
    nSamples: Math.max(1, ...tallies.map(({ samples }) => samples)),
    verdicts: sum('samples'),
    total: sum('samples'),
    passed: sum('passed'),
    ...more,
    caveats: [],
  };
}

import type { ChanceScore } from '../schema/score.ts';
import { groupBy } from '../util/group-by.ts';
import type { ScoreRunInput } from './score-run.ts';
import { meanOf } from './values.ts';

/** A sample with all its runs: the one that counts, and those with other seeds. */
interface RepeatedSample {
  readonly taskId: string;
  readonly passed: number;
  readonly runs: number;
}

/** What pass@1 owes to chance; undefined if nothing was re-run. */
export function scoreChance(
  tasks: ScoreRunInput['tasks'],
  samples: readonly RepeatedSample[],
): ChanceScore | undefined {
  const confirmed = samples.filter(({ runs }) => runs > 1);
  if (confirmed.length === 0) return undefined;
  const byTask = groupBy(samples, ({ taskId }) => taskId);
  // As pass@1: the mean over each task's samples, then over the tasks; a task without samples is unsolved.
  const shareOf = (weigh: (sample: RepeatedSample) => number) =>
    meanOf(tasks.map(({ id }) => meanOf((byTask.get(id) ?? []).map(weigh))));
  return {
    confirmed: confirmed.length,
    changed: confirmed.filter(({ passed, runs }) => passed > 0 && passed < runs).length,
    expected: shareOf(({ passed, runs }) => passed / runs),
    range: [shareOf(({ passed, runs }) => (passed === runs ? 1 : 0)), shareOf(({ passed }) => (passed > 0 ? 1 : 0))],
  };
}

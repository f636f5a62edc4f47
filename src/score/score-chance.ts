import type { ChanceScore } from '../schema/score.ts';
import { groupBy } from '../util/group-by.ts';
import type { ScoreRunInput } from './score-run.ts';

/** A sample with all its runs: the one that counts, and those with other seeds. */
export interface RepeatedSample {
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
  const shareOf = (weigh: (sample: RepeatedSample) => number) => averageOverTasks(tasks, samples, weigh);
  return {
    confirmed: confirmed.length,
    changed: confirmed.filter(({ passed, runs }) => passed > 0 && passed < runs).length,
    expected: shareOf(({ passed, runs }) => passed / runs),
    range: [shareOf(({ passed, runs }) => (passed === runs ? 1 : 0)), shareOf(({ passed }) => (passed > 0 ? 1 : 0))],
  };
}

/** As pass@1: the mean over each task's samples, then over the tasks; a task without samples is unsolved. */
function averageOverTasks(
  tasks: ScoreRunInput['tasks'],
  samples: readonly RepeatedSample[],
  weigh: (sample: RepeatedSample) => number,
): number {
  const byTask = groupBy(samples, ({ taskId }) => taskId);
  const shares = tasks.map(({ id }) => {
    const own = byTask.get(id) ?? [];
    return own.reduce((sum, sample) => sum + weigh(sample), 0) / Math.max(1, own.length);
  });
  return shares.reduce((total, share) => total + share, 0) / Math.max(1, shares.length);
}

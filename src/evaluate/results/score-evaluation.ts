import type { Score } from '../../schema/score.ts';
import type { Task } from '../../schema/task.ts';
import { scoreRun } from '../../score/score-run.ts';
import type { EvaluationRun } from '../evaluation-run.ts';

/** Scores a run: over all scored tasks, and over those whose reference solution passes here. */
export function scoreEvaluation(run: EvaluationRun, tasks: readonly Task[], passK: readonly number[]): Score {
  const validTaskIds = new Set(
    [...run.groundTruth.values()]
      .filter(({ state }) => state.state === 'stable' || state.state === 'flaky')
      .map(({ taskId }) => taskId),
  );
  return scoreRun({
    tasks,
    samples: run.verdicts.map(({ taskId, status }) => ({ taskId, passed: status === 'pass' })),
    passK,
    ...(run.groundTruthSummary ? { validTaskIds } : {}),
  });
}

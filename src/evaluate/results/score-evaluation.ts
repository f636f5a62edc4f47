import type { Score } from '../../schema/score.ts';
import type { Task } from '../../schema/task.ts';
import { scoreChance } from '../../score/score-chance.ts';
import { scoreRun, tallySamples } from '../../score/score-run.ts';
import { estimateFromQuick } from '../early-estimate.ts';
import type { EvaluationRun } from '../evaluation-run.ts';

/** Scores a run: over all scored tasks, and over those whose reference solution passes here. */
export function scoreEvaluation(run: EvaluationRun, tasks: readonly Task[], passK: readonly number[]): Score {
  const validTaskIds = new Set(
    [...run.groundTruth.values()]
      .filter(({ state }) => state.state === 'stable' || state.state === 'flaky')
      .map(({ taskId }) => taskId),
  );
  const samples = run.verdicts.map(({ taskId, status }) => ({ taskId, passed: status === 'pass' }));
  const score = scoreRun({ tasks, samples, passK, ...(run.groundTruthSummary ? { validTaskIds } : {}) });
  const fullEstimate = estimateFromQuick(tallySamples(tasks, samples));
  const repeated = run.verdicts.map((note) => ({ taskId: note.taskId, ...run.chanceOf(note) }));
  const chance = scoreChance(tasks, repeated);
  return { ...score, ...(fullEstimate ? { fullEstimate } : {}), ...(chance ? { chance } : {}) };
}

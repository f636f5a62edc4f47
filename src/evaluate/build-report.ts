import type { Exclusion, RunReport } from '../report/run-report.ts';
import type { Score } from '../schema/score.ts';
import type { Split } from '../schema/split.ts';
import type { Task } from '../schema/task.ts';
import type { Verdict } from '../schema/verdict.ts';
import { scoreRun } from '../score/score-run.ts';
import type { EvaluationRun } from './evaluation-run.ts';
import type { MatchedSamples } from './match-samples.ts';

/** Scores a run: over all scored tasks, and over those whose canonical solution passes here. */
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

export interface BuildReportOptions {
  readonly run: EvaluationRun;
  readonly score: Score;
  readonly matched: Pick<MatchedSamples, 'scoredTasks' | 'missingIds' | 'outsideIds' | 'truncated' | 'empty'>;
  readonly verdicts: readonly Verdict[];
  readonly model: string;
  readonly split: Split;
  readonly subset: string;
  readonly datasetVersion: string;
  readonly calibrated: boolean;
  readonly environment: RunReport['environment'];
  readonly missing: 'fail' | 'skip' | 'zero';
}

/** Gathers what reporters tell about a run. */
export function buildReport(options: BuildReportOptions): RunReport {
  const { run, score, matched, model, split, subset, datasetVersion, calibrated, environment, verdicts } = options;
  const summary = run.groundTruthSummary;
  return {
    runId: run.id,
    model,
    split,
    subset,
    datasetVersion,
    calibrated,
    environment,
    score,
    outcomes: run.outcomes,
    ...(summary ? { groundTruth: summary } : {}),
    excluded: listExclusions(matched, options.missing),
    answers: { truncated: matched.truncated, empty: matched.empty },
    tasks: matched.scoredTasks,
    verdicts,
    notes: [],
  };
}

function listExclusions(matched: BuildReportOptions['matched'], missing: BuildReportOptions['missing']): Exclusion[] {
  const exclusions = [
    { reason: missing === 'skip' ? 'no sample: left out' : 'no sample: unsolved', taskIds: matched.missingIds },
    { reason: 'not among the selected tasks', taskIds: matched.outsideIds },
  ];
  return exclusions.filter(({ taskIds }) => taskIds.length > 0);
}

/** Runs larger than this are reported without programs, output and full tracebacks, so that they fit into memory. */
const wholeAtMost = 5000;
const messageTail = 400;

/** What reporters need of a verdict. */
export function trimForReport(verdict: Verdict, total: number): Verdict {
  if (total <= wholeAtMost) return verdict;
  const tests = verdict.tests
    .filter(({ outcome }) => outcome !== 'pass')
    .map((test) => ({ ...test, ...(test.message ? { message: test.message.slice(-messageTail) } : {}) }));
  return { ...verdict, tests, code: '', stdout: '', stderr: '' };
}

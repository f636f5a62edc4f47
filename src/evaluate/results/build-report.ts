import type { Exclusion, RunReport } from '../../report/run-report.ts';
import type { Score } from '../../schema/score.ts';
import type { Split } from '../../schema/split.ts';
import type { Task } from '../../schema/task.ts';
import type { Verdict } from '../../schema/verdict.ts';
import { scoreRun } from '../../score/score-run.ts';
import type { EvaluationRun } from '../evaluation-run.ts';
import type { MatchedSamples } from '../match-samples.ts';
import { describeFlags } from './describe-flags.ts';

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
    notes: describeFlags(verdicts),
  };
}

function listExclusions(matched: BuildReportOptions['matched'], missing: BuildReportOptions['missing']): Exclusion[] {
  const exclusions = [
    { reason: missing === 'skip' ? 'no sample: left out' : 'no sample: unsolved', taskIds: matched.missingIds },
    { reason: 'not among the selected tasks', taskIds: matched.outsideIds },
  ];
  return exclusions.filter(({ taskIds }) => taskIds.length > 0);
}

const wholeAtMost = 5000;
const messageTail = 200;

/**
 * Gives what reporters need of each verdict of a run. Of a large run that is little: no programs, no output, of the
 * tests only those that failed, and equal lists of those once, so that 100,000 verdicts fit into memory.
 */
export function createReportTrimmer(total: number): (verdict: Verdict) => Verdict {
  if (total <= wholeAtMost) return (verdict) => verdict;
  const shared = new Map<string, Verdict['tests']>();
  const share = (tests: Verdict['tests']): Verdict['tests'] => {
    const key = JSON.stringify(tests);
    const known = shared.get(key);
    if (known === undefined) shared.set(key, tests);
    return known ?? tests;
  };
  return (verdict) => {
    const failed = verdict.tests
      .filter(({ outcome }) => outcome !== 'pass')
      .map(({ name, outcome, message }, at) => {
        // The traceback of the first says why; a copy, for a slice would keep the whole text in memory.
        const tail = at === 0 && message ? Buffer.from(message.slice(-messageTail)).toString() : undefined;
        return { name, outcome, ms: 0, ...(tail ? { message: tail } : {}) };
      });
    return { ...verdict, tests: share(failed), solution: '', jobHash: '', stdout: '', stderr: '' };
  };
}

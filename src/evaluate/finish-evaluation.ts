import { buildReport, createReportTrimmer } from '../report/build-report.ts';
import type { RunReport } from '../report/run-report.ts';
import type { RunRecord } from '../schema/run-record.ts';
import type { Task } from '../schema/task.ts';
import type { Verdict } from '../schema/verdict.ts';
import type { ResultPaths } from '../upstream/result-paths.ts';
import type { KeptFile } from '../util/keep-old-file.ts';
import type { EvaluationRun, RunFindings } from './evaluation-run.ts';
import { describeChance } from './results/describe-chance.ts';
import { describeFlags } from './results/describe-flags.ts';
import { describeProof } from './results/describe-proof.ts';
import { scoreEvaluation } from './results/score-evaluation.ts';
import { writeResults } from './results/write-results.ts';

export interface FinishEvaluationOptions extends Omit<RunFindings, 'score' | 'notes'> {
  readonly run: EvaluationRun;
  /** In output order. */
  readonly tasks: readonly Task[];
  readonly scoredTasks: readonly Task[];
  readonly paths: ResultPaths;
  readonly passK: readonly number[];
  /** The model's name in `pass_at_k.json`, if the original's differs from the run's. */
  readonly upstreamModel?: string | undefined;
  readonly savePassRate?: boolean | undefined;
  /** Additional sentences for the report. */
  readonly notes?: readonly string[] | undefined;
}

export interface FinishedEvaluation {
  /** The folder of the evaluation. */
  readonly path: string;
  readonly record: RunRecord;
  readonly report: RunReport;
  readonly files: readonly KeptFile[];
  /** This evaluation was already finished: nothing was executed. */
  readonly isRepeat: boolean;
}

/** What follows once every sample has its verdict: score, result files, `score.json`, report. */
export async function finishEvaluation(options: FinishEvaluationOptions): Promise<FinishedEvaluation> {
  const { run, tasks, scoredTasks, paths, passK, savePassRate, notes = [] } = options;
  const { excluded, answers, usage, costUsd } = options;
  const score = scoreEvaluation(run, scoredTasks, passK);
  const verdicts: Verdict[] = [];
  const trim = createReportTrimmer(run.verdicts.length);
  const { model, split, subset, rules } = run.header;
  const files = await writeResults({
    run,
    tasks,
    paths,
    score,
    model: options.upstreamModel ?? model.name,
    split,
    subset,
    calibrated: rules.calibrated,
    savePassRate,
    onVerdict: (verdict) => verdicts.push(trim(verdict)),
  });
  const record = await run.finish({
    score,
    excluded,
    answers,
    usage,
    costUsd,
    notes: [...describeFlags(verdicts), ...describeProof(verdicts), ...describeChance(score, verdicts), ...notes],
  });
  const report = buildReport({ record, tasks: scoredTasks, verdicts });
  return { path: run.path, record, report, files, isRepeat: run.isRepeat };
}

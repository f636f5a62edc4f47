import type { RunReport } from '../report/run-report.ts';
import type { Split } from '../schema/split.ts';
import type { Verdict } from '../schema/verdict.ts';
import type { ResultPaths } from '../upstream/result-paths.ts';
import type { KeptFile } from '../util/keep-old-file.ts';
import type { MatchedSamples, MissingPolicy } from './match-samples.ts';
import { buildReport, createReportTrimmer, scoreEvaluation } from './results/build-report.ts';
import { writeResults } from './results/write-results.ts';
import { type RunEvaluationOptions, runEvaluation } from './run-evaluation.ts';
import { tellRun } from './tell-run.ts';

export interface CompleteEvaluationOptions
  extends Omit<RunEvaluationOptions, 'samples' | 'samplesId' | 'outDir' | 'labels'> {
  readonly matched: MatchedSamples;
  readonly paths: ResultPaths;
  readonly model: string;
  readonly split: Split;
  readonly subset: string;
  readonly datasetVersion: string;
  readonly missing: MissingPolicy;
  readonly passK: readonly number[];
  readonly savePassRate?: boolean | undefined;
  readonly environment: RunReport['environment'];
}

export interface CompletedEvaluation {
  readonly path: string;
  readonly report: RunReport;
  readonly files: readonly KeptFile[];
  /** This very evaluation was there already: nothing was executed. */
  readonly isRepeat: boolean;
}

/** Evaluates samples, scores them, writes the result files and gathers the report. */
export async function completeEvaluation(options: CompleteEvaluationOptions): Promise<CompletedEvaluation> {
  const { model, split, subset, matched, onEvent, signal } = options;
  const start = { model, split, subset, total: matched.samples.length };
  return tellRun({ onEvent, signal, start, work: () => evaluateAll(options) });
}

async function evaluateAll(options: CompleteEvaluationOptions): Promise<CompletedEvaluation> {
  const { matched, paths, split, subset, missing, tasks, rules } = options;
  const { calibrated } = rules;
  await using run = await runEvaluation({
    ...options,
    samples: matched.samples,
    samplesId: matched.hash,
    outDir: paths.folder,
    labels: { split, subset, missing },
  });
  const score = scoreEvaluation(run, matched.scoredTasks, options.passK);
  const verdicts: Verdict[] = [];
  const trim = createReportTrimmer(run.verdicts.length);
  const onVerdict = (verdict: Verdict) => verdicts.push(trim(verdict));
  const files = await writeResults({ ...options, run, tasks, score, calibrated, onVerdict });
  await run.finish();
  const report = buildReport({ ...options, run, score, calibrated, verdicts });
  return { path: run.path, report, files, isRepeat: run.isRepeat };
}

import type { RunModel, RunResult } from '../schema/run-record.ts';
import type { Split } from '../schema/split.ts';
import type { ResultPaths } from '../upstream/result-paths.ts';
import { type FinishEvaluationOptions, type FinishedEvaluation, finishEvaluation } from './finish-evaluation.ts';
import type { MatchedSamples, MissingPolicy } from './match-samples.ts';
import { type RunEvaluationOptions, runEvaluation } from './run-evaluation.ts';
import type { RunSubject } from './run-subject.ts';
import { tellRun } from './tell-run.ts';

export interface CompleteEvaluationOptions
  extends Omit<RunEvaluationOptions, 'samples' | 'samplesId' | 'outDir' | 'subject'>,
    Pick<FinishEvaluationOptions, 'passK' | 'savePassRate' | 'upstreamModel' | 'notes'> {
  readonly matched: MatchedSamples;
  /** Where results and the run folder go. */
  readonly paths: ResultPaths;
  readonly model: RunModel;
  readonly split: Split;
  readonly subset: string;
  readonly taskSet: RunSubject['taskSet'];
  readonly missing: MissingPolicy;
}

/** Evaluates existing samples, scores them, writes the result files and builds the report. */
export async function completeEvaluation(options: CompleteEvaluationOptions): Promise<FinishedEvaluation> {
  const { model, split, subset, matched, onEvent, signal } = options;
  const start = { model: model.name, split, subset, total: matched.samples.length };
  return tellRun({ onEvent, signal, start, work: () => evaluateAll(options) });
}

async function evaluateAll(options: CompleteEvaluationOptions): Promise<FinishedEvaluation> {
  const { matched, paths, model, split, subset, taskSet, missing } = options;
  const { samples, scoredTasks, truncated, empty } = matched;
  await using run = await runEvaluation({
    ...options,
    samples,
    samplesId: matched.hash,
    outDir: paths.folder,
    subject: { model, split, subset, taskSet, missing, scoredTasks, total: samples.length },
  });
  const excluded = listExclusions(matched, missing);
  return await finishEvaluation({ ...options, run, scoredTasks, excluded, answers: { truncated, empty } });
}

function listExclusions(matched: MatchedSamples, missing: MissingPolicy): RunResult['excluded'] {
  const exclusions = [
    { reason: missing === 'skip' ? 'no sample: left out' : 'no sample: unsolved', taskIds: [...matched.missingIds] },
    { reason: 'not among the selected tasks', taskIds: [...matched.outsideIds] },
  ];
  return exclusions.filter(({ taskIds }) => taskIds.length > 0);
}

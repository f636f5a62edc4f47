import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { buildReport, createReportTrimmer, scoreEvaluation } from '../evaluate/results/build-report.ts';
import { writeResults } from '../evaluate/results/write-results.ts';
import { runEvaluation } from '../evaluate/run-evaluation.ts';
import { tellRun } from '../evaluate/tell-run.ts';
import { type GenerationSummary, openGeneration } from '../generate/generation-run.ts';
import type { RunReport } from '../report/run-report.ts';
import type { Sample } from '../schema/sample.ts';
import type { Verdict } from '../schema/verdict.ts';
import { resolveResultPaths } from '../upstream/result-paths.ts';
import type { KeptFile } from '../util/keep-old-file.ts';
import { prefetch } from '../util/prefetch.ts';
import { type CompleteBenchmarkOptions, completeOptions, type RunBenchmarkOptions } from './benchmark-options.ts';

export interface BenchmarkRun {
  /** The folder of the evaluation. */
  readonly path: string;
  readonly generationId: string;
  readonly samplesFile: KeptFile;
  readonly generation: GenerationSummary;
  readonly report: RunReport;
  readonly files: readonly KeptFile[];
}

/**
 * The main job: generate → sanitize → execute → score → report. A sample is executed as soon as it is there; while
 * ground truth is checked, answers already come in. Every answer and verdict is on disk before the next step builds on
 * it, so the same call after a crash goes on where this one stopped.
 */
export async function runBenchmark(given: RunBenchmarkOptions): Promise<BenchmarkRun> {
  const options = await completeOptions(given);
  const { model, prompt, subset, tasks, nSamples, onEvent, signal } = options;
  const start = { model: model.name, split: prompt.split, subset, total: tasks.length * nSamples };
  return tellRun({ onEvent, signal, start, work: () => runOne(options) });
}

async function runOne(options: CompleteBenchmarkOptions): Promise<BenchmarkRun> {
  const { tasks, prompt, subset, taskSet, model, passK, rules, notes = [] } = options;
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  await using generation = await openGeneration({ ...options, signal });
  await options.onOpen?.(generation);

  const answers = { truncated: 0, empty: 0 };
  const samples = prefetch(countOdd(generation.samples(), answers));
  try {
    await using run = await runEvaluation({
      ...options,
      samples,
      samplesId: generation.samplesId,
      labels: { split: prompt.split, subset },
      signal,
    });
    const samplesFile = await generation.writeSamples();
    const summary = await generation.summarize();
    if (summary.missing > 0) throw incomplete(summary, model.name);

    const score = scoreEvaluation(run, tasks, passK);
    const paths = await resolveResultPaths(generation.samplesPath);
    const facts = { model: model.name, split: prompt.split, subset, calibrated: rules.calibrated };
    const verdicts: Verdict[] = [];
    const trim = createReportTrimmer(run.verdicts.length);
    const onVerdict = (verdict: Verdict) => verdicts.push(trim(verdict));
    const files = await writeResults({ ...options, ...facts, run, score, paths, onVerdict });
    await run.finish();
    const matched = { scoredTasks: tasks, missingIds: [], outsideIds: [], ...answers };
    const report = buildReport({
      ...facts,
      run,
      score,
      matched,
      verdicts,
      datasetVersion: taskSet.version,
      environment: options.environment,
      missing: 'fail',
    });
    return {
      path: run.path,
      generationId: generation.id,
      samplesFile,
      generation: summary,
      report: { ...report, notes: [...report.notes, ...summary.signs, ...notes] },
      files,
    };
  } finally {
    // Whatever ended the evaluation ends the asking; answers under way are waited for, since they are paid for.
    stop.abort(new DOMException('The run has ended.', 'AbortError'));
    await samples.ended;
  }
}

/** Passes samples on and counts what is odd about them. */
async function* countOdd(
  samples: AsyncIterable<Sample>,
  answers: { truncated: number; empty: number },
): AsyncGenerator<Sample> {
  for await (const sample of samples) {
    if (sample.finishReason === 'length') answers.truncated++;
    if (sample.solution.trim() === '') answers.empty++;
    yield sample;
  }
}

function incomplete({ missing, total }: GenerationSummary, model: string): BigCodeBenchError {
  return new BigCodeBenchError(
    'INCOMPLETE',
    `${model} did not answer for ${missing} of ${total} samples, so there is no score yet: the same command asks for those again.`,
    { isRetryable: true },
  );
}

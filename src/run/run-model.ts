import { basename } from 'node:path';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { type FinishedEvaluation, finishEvaluation } from '../evaluate/finish-evaluation.ts';
import { runEvaluation } from '../evaluate/run-evaluation.ts';
import type { RunSubject } from '../evaluate/run-subject.ts';
import { tellRun } from '../evaluate/tell-run.ts';
import { type Generation, type GenerationSummary, openGeneration } from '../generate/generation-run.ts';
import type { Sample } from '../schema/sample.ts';
import { resolveResultPaths } from '../upstream/result-paths.ts';
import type { KeptFile } from '../util/keep-old-file.ts';
import { prefetch } from '../util/prefetch.ts';
import { type ResolvedModelRun, type RunModelOptions, resolveModelRun } from './model-run-options.ts';

export interface ModelRun extends FinishedEvaluation {
  readonly generationId: string;
  readonly samplesFile: KeptFile;
  readonly generation: GenerationSummary;
}

/**
 * The main job: generate → sanitize → execute → score → report. A sample is executed as soon as it is there; while
 * ground truth is checked, answers already come in. Every answer and verdict is on disk before the next step builds on
 * it, so the same call after a crash resumes where this one stopped.
 */
export async function runModel(given: RunModelOptions): Promise<ModelRun> {
  const options = await resolveModelRun(given);
  const { model, prompt, subset, tasks, nSamples, onEvent, signal } = options;
  const start = { model: model.name, split: prompt.split, subset, total: tasks.length * nSamples };
  return tellRun({ onEvent, signal, start, work: () => runOne(options) });
}

async function runOne(options: ResolvedModelRun): Promise<ModelRun> {
  const { tasks, model } = options;
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  await using generation = await openGeneration({ ...options, signal });
  await options.onOpen?.(generation);

  const answers = { truncated: 0, empty: 0 };
  const samples = prefetch(countOdd(generation.samples(), answers));
  try {
    const subject = describeSubject(options, generation);
    const { samplesId, samplesPath } = generation;
    const provenance = { samples: basename(samplesPath) };
    await using run = await runEvaluation({ ...options, provenance, samples, samplesId, subject, signal });
    const samplesFile = await generation.writeSamples();
    const summary = await generation.summarize();
    if (summary.missing > 0) throw incomplete(summary, model.name);
    const paths = await resolveResultPaths(samplesPath);
    const { usage, costUsd } = summary;
    const finished = await finishEvaluation({
      ...options,
      run,
      scoredTasks: tasks,
      paths,
      excluded: [],
      answers,
      usage,
      costUsd,
      notes: [...summary.signs, ...(options.restrictions ?? [])],
    });
    return { ...finished, generationId: generation.id, samplesFile, generation: summary };
  } finally {
    // Whatever ended the evaluation ends the asking; answers under way are waited for, since they are paid for.
    stop.abort(new DOMException('The run has ended.', 'AbortError'));
    await samples.ended;
  }
}

function describeSubject(options: ResolvedModelRun, { id }: Generation): RunSubject {
  const { model, revision, parameters, nSamples, prompt, subset, taskSet, tasks, restrictions = [] } = options;
  const { name, provider, modelId } = model;
  return {
    model: {
      name,
      provider,
      modelId,
      revision,
      parameters: { ...parameters },
      nSamples,
      restrictions: [...restrictions],
    },
    split: prompt.split,
    subset,
    taskSet,
    total: tasks.length * nSamples,
    generationId: id,
  };
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

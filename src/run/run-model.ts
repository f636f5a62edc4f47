import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { type FinishedRun, finishRun } from '../evaluate/finish-run.ts';
import { type JudgeRunOptions, judgeRun } from '../evaluate/judge-run.ts';
import { describeOpened, tellRun } from '../evaluate/tell-run.ts';
import {
  type Generation,
  type GenerationOptions,
  type GenerationSummary,
  openGeneration,
} from '../generate/generation.ts';
import type { SampleKey } from '../schema/log-event.ts';
import { resolveResultPaths } from '../upstream/result-paths.ts';
import { Channel } from '../util/channel.ts';
import type { KeptFile } from '../util/keep-old-file.ts';
import { type ModelRunSubject, type OpenModelRun, openModelRun } from './open-model-run.ts';

export interface RunModelOptions
  extends ModelRunSubject,
    Omit<JudgeRunOptions, 'log' | 'samples' | 'tasks' | 'rules'>,
    Pick<GenerationOptions, 'sanitize' | 'retry' | 'maxCostUsd'> {
  readonly passK: readonly number[];
  readonly savePassRate?: boolean | undefined;
  /** The run is open: nothing was asked for yet. */
  readonly onOpen?: ((run: OpenModelRun) => void) | undefined;
}

export interface ModelRun extends FinishedRun {
  readonly samplesFile: KeptFile;
  readonly generation: GenerationSummary;
}

/**
 * The main job: generate → sanitize → execute → score → report. A sample is executed as soon as it is there; while
 * ground truth is checked, answers already come in. Every answer and verdict is on disk before the next step builds on
 * it, so the same call after a crash resumes where this one stopped.
 */
export async function runModel(options: RunModelOptions): Promise<ModelRun> {
  const { model, prompt, subset, tasks, nSamples, onEvent, signal } = options;
  const start = { model: model.name, split: prompt.split, subset, total: tasks.length * nSamples };
  return tellRun({ onEvent, signal, start, work: () => answerAndJudge(options) });
}

async function answerAndJudge(options: RunModelOptions): Promise<ModelRun> {
  const { model, restrictions = [], notSent = [], onEvent } = options;
  const run = await openModelRun(options);
  await using log = run.log;
  onEvent?.(describeOpened(log));
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const generation = await openGeneration({ ...options, ...run, signal });
  options.onOpen?.(run);
  const samples = askAll(generation, onEvent);
  try {
    const groundTruth = await judgeRun({ ...options, log, samples, signal });
    const samplesFile = await generation.writeSamples();
    const summary = await generation.summarize();
    if (summary.missing > 0) throw incomplete(summary, model.name);
    const { usage, costUsd, signs } = summary;
    const paths = await resolveResultPaths(run.samplesPath);
    const unsent = notSent.length > 0 ? [`Not sent, because the model does not take it: ${notSent.join(', ')}.`] : [];
    const notes = [...signs, ...restrictions, ...unsent];
    const finished = await finishRun({ ...options, log, groundTruth, paths, usage, costUsd, notes });
    return { ...finished, samplesFile, generation: summary };
  } finally {
    // Whatever ended the judging ends the asking; answers under way are waited for, since they are paid for.
    stop.abort(new DOMException('The run has ended.', 'AbortError'));
    await samples.ended;
  }
}

/** Asks at its own pace, whether or not anybody judges; only keys of samples wait. `ended`: nothing is asked any more. */
function askAll(generation: Generation, onEvent: RunModelOptions['onEvent']) {
  const keys = new Channel<SampleKey>();
  const ask = async () => {
    for await (const key of generation.keys()) {
      onEvent?.({ type: 'sample', taskId: key.taskId, index: key.index });
      keys.push(key);
    }
  };
  const ended = ask().then(
    () => keys.close(),
    (error: unknown) => keys.fail(error),
  );
  return { keys, ended, load: (key: SampleKey) => generation.load(key) };
}

function incomplete({ missing, total }: GenerationSummary, model: string): BigCodeBenchError {
  const message = `${model} did not answer for ${missing} of ${total} samples, so there is no score yet: the same command asks for those again.`;
  return new BigCodeBenchError('INCOMPLETE', message, { isRetryable: true });
}

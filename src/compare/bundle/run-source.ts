import { BigCodeBenchError, fileError } from '../../error/bigcodebench-error.ts';
import { buildPrompt } from '../../prompt/build-prompt.ts';
import { describeStop } from '../../report/format-decision.ts';
import type { Sanitizer } from '../../sanitize/sanitizer.ts';
import { strategyNames } from '../../sanitize/strategy.ts';
import { splitThinking } from '../../sanitize/think-tags.ts';
import type { Prompt } from '../../schema/prompt.ts';
import type { RunRecord } from '../../schema/run-record.ts';
import type { Sample } from '../../schema/sample.ts';
import { type RawLine, type SubmittedRun, submittedPromptSchema } from '../../schema/submission.ts';
import type { Task } from '../../schema/task.ts';
import type { RunLog } from '../../store/run-log.ts';
import { rawKey } from '../../upstream/read-samples.ts';
import { hashValue } from '../../util/hash.ts';
import { intervalToPoints, toPoints } from '../result.ts';
import { nameBundleFiles } from './bundle-names.ts';
import { buildRunRecipe } from './run-recipe.ts';

export interface RunSource {
  readonly log: RunLog;
  readonly sanitizer: Sanitizer;
  readonly rawTexts?: ReadonlyMap<string, string> | undefined;
}

interface SubmittedSample {
  readonly task: Task;
  readonly sample: Sample;
  readonly raw: RawLine;
}

export async function gatherSource(source: RunSource) {
  const { log, sanitizer } = source;
  const { record } = log;
  const { asking, result } = record;
  if (record.state !== 'finished' || result === undefined) {
    throw fileError(log.path, `${log.path} is not finished: run its command again, then submit it.`);
  }
  const stop = result.decision && describeStop(result.decision);
  if (stop !== undefined) {
    throw fileError(log.path, `${log.path} is no result of all its tasks: it was ${stop}.`);
  }
  const tasks = new Map((await log.tasks()).map((task) => [task.id, task]));
  const samples: SubmittedSample[] = [];
  for await (const { sample } of log.judgedSamples()) {
    const task = tasks.get(sample.taskId);
    if (!task) throw new BigCodeBenchError('STORE', `${log.path} is damaged: ${sample.taskId} is incomplete.`);
    const prompt = asking && buildPrompt(task, { ...asking, split: record.split });
    const whole = { ...sample, rawText: rawTextOf(sample, prompt, source) };
    samples.push({ task, sample: whole, raw: buildRawLine(whole, prompt) });
  }
  const header = publicHeader(record);
  const { durationMs: _durationMs, ...publicResult } = result;
  const { value, interval } = result.score.passAt1;
  const recipe = buildRunRecipe(log);
  const run: SubmittedRun = {
    run_id: record.id,
    run: header,
    result: publicResult,
    prompt: asking && submittedPromptSchema.parse(asking),
    extraction: findExtraction(samples, sanitizer),
    score: toPoints(value),
    interval: intervalToPoints(interval),
    files: nameBundleFiles(header, recipe !== undefined),
  };
  return { run, samples, recipe };
}

function rawTextOf(sample: Sample, prompt: Prompt | undefined, { log, rawTexts }: RunSource): string {
  const { asking } = log.record;
  const text = sample.rawText ?? rawTexts?.get(rawKey(sample.taskId, sample.index));
  if (text === undefined) {
    const why = 'has no raw answers, so nobody could check it';
    throw fileError(log.path, `${log.path} ${why}: pass --samples with the file it was made from.`);
  }
  // Of a file, the raw text is whole; of a model, what came before it is put back.
  if (sample.rawText === undefined || !asking) return text;
  const spaced = asking.expandsTabs ? text.replaceAll('\t', '    ') : text;
  return prompt?.form === 'completion' ? prompt.text + spaced : spaced;
}

function buildRawLine(sample: Sample, prompt: Prompt | undefined): RawLine {
  const { taskId, index, rawText, finishReason, reasoning, usage = {} } = sample;
  const known = Object.entries(usage).filter((entry): entry is [string, number] => entry[1] !== undefined);
  return {
    ...{ task_id: taskId, sample_index: index, raw_solution: rawText ?? '', finish_reason: finishReason, reasoning },
    usage: known.length === 0 ? undefined : Object.fromEntries(known),
    prompt_sha256: prompt && hashValue(prompt),
  };
}

function publicHeader(record: RunRecord): SubmittedRun['run'] {
  const { model, split, subset, taskIds, missing, samples, rules, tool, startedAt } = record;
  const { address: _address, ...conditions } = record.conditions;
  const { file: _file, ...dataset } = record.dataset;
  return { model, split, subset, dataset, taskIds, missing, samples, rules, conditions, tool, startedAt };
}

type Extraction = SubmittedRun['extraction'];

/** Solutions must follow from the raw text by one strategy, the same for all. */
function findExtraction(samples: readonly SubmittedSample[], sanitizer: Sanitizer): Extraction {
  const candidates = strategyNames.flatMap((strategy) => [
    { strategy, without_thinking: false },
    { strategy, without_thinking: true },
  ]);
  const fits = (extraction: Extraction) =>
    samples.every(({ raw, task, sample }) => extractAgain(raw, task, extraction, sanitizer) === sample.solution);
  return candidates.find(fits) ?? { strategy: 'upstream', without_thinking: false };
}

/** The solution that this way of extraction takes out of a raw answer. */
export function extractAgain(raw: RawLine, task: Task, extraction: Extraction, sanitizer: Sanitizer) {
  const strategy = strategyNames.find((name) => name === extraction.strategy);
  if (strategy === undefined) return undefined;
  const text = extraction.without_thinking ? splitThinking(raw.raw_solution).text : raw.raw_solution;
  return sanitizer.sanitize({ raw: text, entryPoint: task.entryPoint, strategy }).solution;
}

import { dirname, join } from 'node:path';
import { z } from 'zod';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { buildPrompt } from '../../prompt/build-prompt.ts';
import type { Sanitizer } from '../../sanitize/sanitizer.ts';
import { type StrategyName, strategyNames } from '../../sanitize/strategy.ts';
import { splitThinking } from '../../sanitize/think-tags.ts';
import type { Prompt } from '../../schema/prompt.ts';
import type { RunRecord, RunResult } from '../../schema/run-record.ts';
import type { Sample } from '../../schema/sample.ts';
import type { Split } from '../../schema/split.ts';
import {
  type RawLine,
  type SubmittedPrompt,
  type SubmittedRun,
  submittedPromptSchema,
} from '../../schema/submission.ts';
import type { Task } from '../../schema/task.ts';
import type { Verdict } from '../../schema/verdict.ts';
import type { StoredRun } from '../../store/read-run.ts';
import { readManifest } from '../../store/run-folder.ts';
import { hashValue } from '../../util/hash.ts';
import { zipAsync } from '../../util/zip-async.ts';
import { toPoints } from '../points.ts';

/** A finished run that is to be submitted. */
export interface RunSource {
  readonly stored: StoredRun;
  readonly sanitizer: Sanitizer;
  /** Raw answers by task and sample, for runs whose samples came as a file. */
  readonly rawTexts?: ReadonlyMap<string, string> | undefined;
}

export interface SubmittedSample {
  readonly task: Task;
  readonly verdict: Verdict;
  readonly sample: Sample;
  readonly raw: RawLine;
}

/** The key of `rawTexts`. */
export function rawKey(taskId: string, index: number): string {
  return `${taskId}\0${index}`;
}

/** Reads all of a run that goes into a bundle. */
export async function gatherSource(
  source: RunSource,
): Promise<{ run: Omit<SubmittedRun, 'files'>; samples: SubmittedSample[] }> {
  const { stored, sanitizer } = source;
  const { record } = stored;
  const { result } = record;
  if (record.state !== 'finished' || result === undefined) {
    throw new BigCodeBenchError('BAD_INPUT', `${stored.path} is not finished: run its command again, then submit it.`);
  }
  const asking = await readAsking(stored);
  const tasks = new Map((await stored.tasks()).map((task) => [task.id, task]));
  const samples: SubmittedSample[] = [];
  for await (const [sample, verdict] of zipAsync(stored.samples(), stored.verdicts())) {
    const task = tasks.get(sample.taskId);
    if (!task) throw new BigCodeBenchError('STORE', `${stored.path} is damaged: ${sample.taskId} is incomplete.`);
    const prompt = asking && renderPrompt(task, asking.prompt, record.split);
    const rawText = rawTextOf(sample, { asking, prompt, source });
    const whole = { ...sample, rawText };
    samples.push({ task, verdict, sample: whole, raw: buildRawLine(whole, prompt) });
  }
  const extraction = findExtraction(samples, sanitizer);
  const estimate = result.score.passAt1;
  return {
    samples,
    run: {
      run_id: record.id,
      run: publicHeader(record),
      result: publicResult(result),
      ...(asking ? { prompt: asking.prompt } : {}),
      extraction,
      score: toPoints(estimate.value),
      interval: [toPoints(estimate.interval[0]), toPoints(estimate.interval[1])],
    },
  };
}

const askingSchema = submittedPromptSchema.extend({
  responsePrefix: z.string().default(''),
  profile: z.object({ expandsTabs: z.boolean() }),
});

interface Asking {
  readonly prompt: SubmittedPrompt;
  readonly expandsTabs: boolean;
}

/** How the run's generation asked, as its manifest says. */
async function readAsking({ path, record }: StoredRun): Promise<Asking | undefined> {
  if (record.generationId === undefined) return undefined;
  const manifest = await readManifest(join(dirname(path), record.generationId));
  const parsed = askingSchema.safeParse(manifest?.identity);
  if (!parsed.success) return undefined;
  const { profile, ...prompt } = parsed.data;
  return { prompt, expandsTabs: profile.expandsTabs };
}

interface RawTextInput {
  readonly asking: Asking | undefined;
  readonly prompt: Prompt | undefined;
  readonly source: RunSource;
}

/** The text that code was taken out of. */
function rawTextOf(sample: Sample, { asking, prompt, source }: RawTextInput): string {
  const text = sample.rawText ?? source.rawTexts?.get(rawKey(sample.taskId, sample.index));
  if (text === undefined) {
    throw new BigCodeBenchError(
      'BAD_INPUT',
      `${source.stored.path} has no raw answers, so nobody could check it: pass --samples with the file it was made from.`,
    );
  }
  if (sample.rawText === undefined) return text;
  const spaced = asking?.expandsTabs ? text.replaceAll('\t', '    ') : text;
  return prompt?.form === 'completion' ? prompt.text + spaced : spaced;
}

/** The prompt of a task as a submission says it was asked. */
export function renderPrompt(task: Task, prompt: SubmittedPrompt, split: Split): Prompt {
  return buildPrompt(task, { ...prompt, split });
}

function buildRawLine(
  { taskId, index, rawText, finishReason, reasoning, usage = {} }: Sample,
  prompt?: Prompt,
): RawLine {
  const known = Object.entries(usage).filter((entry): entry is [string, number] => entry[1] !== undefined);
  return {
    task_id: taskId,
    sample_index: index,
    raw_solution: rawText ?? '',
    ...(finishReason === undefined ? {} : { finish_reason: finishReason }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(known.length === 0 ? {} : { usage: Object.fromEntries(known) }),
    ...(prompt === undefined ? {} : { prompt_sha256: hashValue(prompt) }),
  };
}

/** What a run says of itself, without its machine. */
function publicHeader(record: RunRecord): SubmittedRun['run'] {
  const { model, split, subset, taskIds, samples, rules, tool, startedAt, generationId } = record;
  const { address: _address, ...conditions } = record.conditions;
  const { file: _file, ...dataset } = record.dataset;
  return { model, split, subset, dataset, taskIds, samples, rules, conditions, tool, startedAt, generationId };
}

function publicResult({ durationMs: _durationMs, ...result }: RunResult): SubmittedRun['result'] {
  return result;
}

/** Solutions must follow from the raw text by one strategy, the same for all. */
function findExtraction(samples: readonly SubmittedSample[], sanitizer: Sanitizer): SubmittedRun['extraction'] {
  for (const strategy of strategyNames) {
    for (const without_thinking of [false, true]) {
      const extraction = { strategy, without_thinking };
      if (
        samples.every(({ raw, task, sample }) => extractAgain({ raw, task, extraction, sanitizer }) === sample.solution)
      ) {
        return extraction;
      }
    }
  }
  return { strategy: 'upstream', without_thinking: false };
}

export interface ExtractAgainInput {
  readonly raw: RawLine;
  readonly task: Task;
  readonly extraction: SubmittedRun['extraction'];
  readonly sanitizer: Sanitizer;
}

/** The solution in a raw answer, taken out once more. */
export function extractAgain({ raw, task, extraction, sanitizer }: ExtractAgainInput): string | undefined {
  const strategy = strategyNames.find((name): name is StrategyName => name === extraction.strategy);
  if (strategy === undefined) return undefined;
  const text = extraction.without_thinking ? splitThinking(raw.raw_solution).text : raw.raw_solution;
  return sanitizer.sanitize({ raw: text, entryPoint: task.entryPoint, strategy }).solution;
}

import { BigCodeBenchError, fileError } from '../../error/bigcodebench-error.ts';
import { buildPrompt } from '../../prompt/build-prompt.ts';
import { describeStop } from '../../report/format-decision.ts';
import type { Sanitizer } from '../../sanitize/sanitizer.ts';
import { strategyNames } from '../../sanitize/strategy.ts';
import { splitThinking } from '../../sanitize/think-tags.ts';
import type { Prompt } from '../../schema/prompt.ts';
import type { RunRecord } from '../../schema/run-record.ts';
import type { Sample } from '../../schema/sample.ts';
import { type RawLine, type Submission, type SubmittedRun, submittedPromptSchema } from '../../schema/submission.ts';
import type { Task } from '../../schema/task.ts';
import type { RunLog } from '../../store/run-log.ts';
import { encodeVerdictTable } from '../../store/verdict-table.ts';
import { formatBoard, formatModelInfo, type ModelInfo } from '../../upstream/board-file.ts';
import { buildEntry, type EvalEntry, formatEvalResults, formatPassAtK } from '../../upstream/eval-results.ts';
import { rawKey } from '../../upstream/read-samples.ts';
import { formatSampleLine } from '../../upstream/samples-file.ts';
import { collect } from '../../util/collect.ts';
import { hashValue, sha256 } from '../../util/hash.ts';
import type { OutputFile } from '../../util/output-file.ts';
import { fillAsset } from '../../util/read-asset.ts';
import { intervalToPoints, sumKnown, toPoints } from '../result.ts';
import { nameBundleFiles, prefixOf } from './bundle-names.ts';
import { buildRunRecipe, describeAgain } from './run-recipe.ts';

/**
 * Everything somebody else needs to check a result: raw answers, solutions, verdicts, what was asked and how it was
 * judged. The same runs give the same bytes; nothing in it says on which machine they ran.
 */
export async function buildBundle(info: ModelInfo, sources: readonly RunSource[]) {
  const files: OutputFile<string | Uint8Array>[] = [];
  const runs: SubmittedRun[] = [];
  for (const source of sources) {
    const { run, samples, recipe } = await gatherSource(source);
    runs.push(run);
    files.push(
      { path: run.files.samples, content: samples.map(({ sample }) => formatSampleLine(sample)).join('') },
      { path: run.files.raw, content: samples.map(({ raw }) => `${JSON.stringify(raw)}\n`).join('') },
      { path: run.files.eval_results, content: (await collect(formatRunResults(source.log))).join('') },
      { path: run.files.pass_at_k, content: formatPassRate(run) },
      { path: run.files.verdicts, content: await encodeVerdictTable(source.log.verdicts()) },
    );
    if (run.files.recipe !== undefined) files.push({ path: run.files.recipe, content: formatDocument(recipe) });
  }
  const submission: Submission = {
    schema_version: 1,
    model: info,
    runs,
    cost_usd: sumKnown(runs.map(({ result }) => result.costUsd)),
    output_tokens: sumKnown(runs.map(({ result }) => result.usage?.outputTokens)),
  };
  const [first] = runs;
  files.push(
    { path: 'submission.json', content: formatDocument(submission) },
    { path: 'upstream/model_info.py.txt', content: first ? formatModelInfo(prefixOf(first.run.model), info) : '' },
    { path: 'upstream/results-entry.json', content: `${formatBoard([boardEntryOf(info, runs)])}\n` },
    { path: 'README.md', content: renderBundleReadme(submission) },
  );
  const sorted = files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const sums = sorted.map(({ path, content }) => `${sha256(content)}  ${path}\n`);
  return [...sorted, { path: 'SHA256SUMS', content: sums.join('') }];
}

function formatDocument(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

function formatPassRate({ run: { model, split, subset, rules }, result }: SubmittedRun): string {
  return formatPassAtK({
    passAtK: new Map([[1, result.score.passAt1.value]]),
    ...{ model: model.name, split, subset, calibrated: rules.calibrated },
    gtPassRate: result.groundTruth?.passRate,
    failedTasks: result.groundTruth?.failed ?? [],
  });
}

function boardEntryOf(info: ModelInfo, runs: readonly SubmittedRun[]) {
  const shareOf = (split: string) => {
    const run = runs.find((each) => each.run.split === split);
    return run && toPoints(run.score) / 10_000;
  };
  return { info, complete: shareOf('complete'), instruct: shareOf('instruct') };
}

/** The page of a bundle: what it claims, how to check that, and what to write to whoever keeps a board. */
function renderBundleReadme({ model, runs, cost_usd, output_tokens }: Submission): string {
  const name = typeof model.name === 'string' ? model.name : 'unknown model';
  const tool = `npx bigcodebench@${runs[0]?.run.tool.version ?? 'latest'}`;
  return fillAsset('bundle-readme.md', {
    name,
    runs: runs.map(describeRun).join('\n'),
    cost: cost_usd === null ? '' : `Cost of all answers: $${cost_usd.toFixed(2)}.\n\n`,
    tokens: output_tokens === null ? '' : `Output tokens: ${output_tokens}.\n\n`,
    tool,
    again: runs.map((run) => `${tool} ${describeAgain(run)}`).join('\n'),
    link: typeof model.link === 'string' ? model.link : 'no link',
    scores: runs.map(({ run, score }) => `${score.toFixed(1)}% on ${run.subset} ${run.split}`).join(', '),
  });
}

function describeRun({ run, result, score, interval, run_id }: SubmittedRun): string {
  const [low, high] = interval.map((bound) => bound.toFixed(1));
  return `| ${run.split} | ${run.subset} | ${result.score.tasks} | ${score.toFixed(1)}% | ${low}–${high} | \`${run_id}\` |`;
}

/** The original's `eval_results.json` of a run. */
export async function* formatRunResults(log: RunLog): AsyncGenerator<string> {
  const { rules, startedAt } = log.record;
  async function* entries(): AsyncGenerator<EvalEntry> {
    for (const task of await log.tasks()) {
      for await (const verdict of log.verdicts([task.id])) yield buildEntry(verdict, task, rules.calibrated);
    }
  }
  // The date in UTC: the same wherever it is made.
  yield* formatEvalResults(new Date(startedAt).toISOString().slice(0, 16).replace('T', ' '), entries());
}

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

async function gatherSource(source: RunSource) {
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

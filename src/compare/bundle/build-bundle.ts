import type { Submission, SubmittedRun } from '../../schema/submission.ts';
import type { RunLog } from '../../store/run-log.ts';
import { encodeVerdictTable } from '../../store/verdict-table.ts';
import { formatBoard, formatModelInfo, type ModelInfo } from '../../upstream/board-file.ts';
import { buildEntry, type EvalEntry, formatEvalResults, formatPassAtK } from '../../upstream/eval-results.ts';
import { formatSampleLine } from '../../upstream/samples-file.ts';
import { collect } from '../../util/collect.ts';
import { sha256 } from '../../util/hash.ts';
import type { OutputFile } from '../../util/output-file.ts';
import { fillAsset } from '../../util/read-asset.ts';
import { sumKnown, toPoints } from '../result.ts';
import { prefixOf } from './bundle-names.ts';
import { describeAgain } from './run-recipe.ts';
import { gatherSource, type RunSource } from './run-source.ts';

/**
 * Everything somebody else needs to check a result: raw answers, solutions, verdicts, what was asked and how it was
 * judged. The same runs give the same bytes; nothing in it says on which machine they ran.
 */
export async function buildBundle(
  info: ModelInfo,
  sources: readonly RunSource[],
): Promise<OutputFile<string | Uint8Array>[]> {
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

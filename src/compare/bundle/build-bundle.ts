import type { Submission, SubmittedRun } from '../../schema/submission.ts';
import { encodeVerdictTable } from '../../store/verdict-table.ts';
import { formatBoard, formatModelInfo, type ModelInfo } from '../../upstream/board-file.ts';
import { formatPassAtK } from '../../upstream/eval-results.ts';
import { formatSampleLine } from '../../upstream/samples-file.ts';
import { collect } from '../../util/collect.ts';
import { sha256 } from '../../util/hash.ts';
import type { OutputFile } from '../../util/output-file.ts';
import { fillAsset } from '../../util/read-asset.ts';
import { sumKnown, toPoints } from '../result.ts';
import { prefixOf } from './bundle-names.ts';
import { describeAgain } from './run-recipe.ts';
import { formatRunResults } from './run-results.ts';
import { gatherSource, type RunSource } from './run-source.ts';

type BundleFile = OutputFile<string | Uint8Array>;

/**
 * Everything somebody else needs to check a result: raw answers, solutions, verdicts, what was asked and how it was
 * judged. The same runs give the same bytes; nothing in it says on which machine they ran.
 */
export async function buildBundle(info: ModelInfo, sources: readonly RunSource[]): Promise<BundleFile[]> {
  const files: BundleFile[] = [];
  const runs: SubmittedRun[] = [];
  for (const source of sources) {
    const { run, samples, recipe } = await gatherSource(source);
    const results = formatRunResults(source.log);
    runs.push(run);
    files.push(
      { path: run.files.samples, content: samples.map(({ sample }) => formatSampleLine(sample)).join('') },
      { path: run.files.raw, content: samples.map(({ raw }) => `${JSON.stringify(raw)}\n`).join('') },
      { path: run.files.eval_results, content: (await collect(results)).join('') },
      { path: run.files.pass_at_k, content: formatPassRate(run) },
      { path: run.files.verdicts, content: await encodeVerdictTable(source.log.verdicts()) },
      ...(run.files.recipe === undefined
        ? []
        : [{ path: run.files.recipe, content: `${JSON.stringify(recipe, null, 2)}\n` }]),
    );
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
    { path: 'submission.json', content: `${JSON.stringify(submission, null, 2)}\n` },
    { path: 'upstream/model_info.py.txt', content: first ? formatModelInfo(prefixOf(first.run.model), info) : '' },
    { path: 'upstream/results-entry.json', content: `${formatBoard([boardEntryOf(info, runs)])}\n` },
    { path: 'README.md', content: renderBundleReadme(submission) },
  );
  const sorted = files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const sums = sorted.map(({ path, content }) => `${sha256(content)}  ${path}\n`);
  return [...sorted, { path: 'SHA256SUMS', content: sums.join('') }];
}

function formatPassRate({ run: { model, split, subset, rules }, result }: SubmittedRun): string {
  return formatPassAtK({
    passAtK: new Map([[1, result.score.passAt1.value]]),
    model: model.name,
    split,
    subset,
    calibrated: rules.calibrated,
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
  const cells = [run.split, run.subset, String(result.score.tasks), `${score.toFixed(1)}%`];
  return `| ${[...cells, `${interval[0].toFixed(1)}–${interval[1].toFixed(1)}`, `\`${run_id}\``].join(' | ')} |`;
}

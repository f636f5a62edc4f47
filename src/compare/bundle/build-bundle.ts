import type { Submission, SubmittedRun } from '../../schema/submission.ts';
import { encodeVerdictTable } from '../../store/verdict-table.ts';
import { formatBoard, type ModelInfo } from '../../upstream/board-file.ts';
import { formatPassAtK } from '../../upstream/eval-results.ts';
import { formatModelInfo } from '../../upstream/model-info-entry.ts';
import { formatSampleLine } from '../../upstream/samples-file.ts';
import { collect } from '../../util/collect.ts';
import { sha256 } from '../../util/hash.ts';
import { toPoints } from '../points.ts';
import { type BundleNames, nameBundleFiles, prefixOf } from './bundle-names.ts';
import { renderBundleReadme } from './render-readme.ts';
import { type BuildProgram, formatRunResults } from './run-results.ts';
import { gatherSource, type RunSource, type SubmittedSample } from './run-source.ts';

export interface BuildBundleInput {
  readonly info: ModelInfo;
  readonly sources: readonly RunSource[];
  readonly buildProgram: BuildProgram;
}

export interface BundleFile {
  /** Relative, below the bundle's folder. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

/**
 * Everything somebody else needs to check a result: raw answers, solutions, verdicts, what was asked and how it was
 * judged. The same runs give the same bytes; nothing in it says on which machine they ran.
 */
export async function buildBundle(input: BuildBundleInput): Promise<BundleFile[]> {
  const files: BundleFile[] = [];
  const runs: SubmittedRun[] = [];
  for (const source of input.sources) {
    const { run, samples } = await gatherSource(source);
    const names = nameBundleFiles(run.run);
    runs.push({ ...run, files: names });
    files.push(...(await writeRun({ run: { ...run, files: names }, names, samples, source }, input)));
  }
  const submission = describeSubmission(input.info, runs);
  const [first] = runs;
  files.push(
    { path: 'submission.json', content: `${JSON.stringify(submission, null, 2)}\n` },
    {
      path: 'upstream/model_info.py.txt',
      content: first ? formatModelInfo(prefixOf(first.run.model), input.info) : '',
    },
    { path: 'upstream/results-entry.json', content: `${formatBoard([boardEntryOf(input.info, runs)])}\n` },
    { path: 'README.md', content: renderBundleReadme(submission) },
  );
  const sorted = files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const sums = sorted.map(({ path, content }) => `${sha256(content)}  ${path}\n`);
  return [...sorted, { path: 'SHA256SUMS', content: sums.join('') }];
}

interface RunParts {
  readonly run: SubmittedRun;
  readonly names: BundleNames;
  readonly samples: readonly SubmittedSample[];
  readonly source: RunSource;
}

async function writeRun(parts: RunParts, { buildProgram }: BuildBundleInput): Promise<BundleFile[]> {
  const { run, names, samples, source } = parts;
  const { calibrated } = run.run.rules;
  const score = run.result.score.passAt1.value;
  return [
    { path: names.samples, content: samples.map(({ sample }) => formatSampleLine(sample)).join('') },
    { path: names.raw, content: samples.map(({ raw }) => `${JSON.stringify(raw)}\n`).join('') },
    {
      path: names.eval_results,
      content: (await collect(formatRunResults(source.stored, buildProgram))).join(''),
    },
    {
      path: names.pass_at_k,
      content: formatPassAtK({
        passAtK: new Map([[1, score]]),
        model: run.run.model.name,
        split: run.run.split,
        subset: run.run.subset,
        calibrated,
        gtPassRate: run.result.groundTruth?.passRate,
        failedTasks: run.result.groundTruth?.failed ?? [],
      }),
    },
    { path: names.verdicts, content: await encodeVerdictTable(source.stored.verdicts()) },
  ];
}

function describeSubmission(info: ModelInfo, runs: readonly SubmittedRun[]): Submission {
  const sum = (values: readonly (number | undefined)[]) =>
    values.some((value) => value === undefined)
      ? null
      : values.reduce<number>((total, value) => total + (value ?? 0), 0);
  return {
    schema_version: 1,
    model: info,
    runs: [...runs],
    cost_usd: sum(runs.map(({ result }) => result.costUsd)),
    output_tokens: sum(runs.map(({ result }) => result.usage?.outputTokens)),
  };
}

function boardEntryOf(info: ModelInfo, runs: readonly SubmittedRun[]) {
  const shareOf = (split: string) => {
    const run = runs.find((each) => each.run.split === split);
    return run && toPoints(run.score) / 10_000;
  };
  return { info, complete: shareOf('complete'), instruct: shareOf('instruct') };
}

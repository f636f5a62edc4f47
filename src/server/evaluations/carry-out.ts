import { mkdir } from 'node:fs/promises';
import { type EvaluateFileOptions, evaluateFile } from '../../evaluate/evaluate-file.ts';
import { checkGroundTruth } from '../../evaluate/ground-truth/check-ground-truth.ts';
import { summarizeGroundTruth } from '../../evaluate/ground-truth/ground-truth-summary.ts';
import { matchSamples } from '../../evaluate/match-samples.ts';
import { buildEvaluationDocument, type EvaluationDocument } from '../../evaluate/results/documents.ts';
import type { GroundTruth } from '../../schema/ground-truth.ts';
import type { OnRunEvent } from '../../schema/run-event.ts';
import type { GroundTruthSummary } from '../../schema/run-record.ts';
import { readSamples } from '../../upstream/read-samples.ts';
import { modelNameOf, type ResultPaths, resolveResultPaths } from '../../upstream/result-paths.ts';
import type { EvaluationPlan } from './evaluation-plan.ts';

interface Means extends Pick<EvaluateFileOptions, 'executor' | 'judgeSafety' | 'caches' | 'taskSet' | 'signal'> {
  readonly onEvent: OnRunEvent;
}

/** What an evaluation came to. The files hold everything else. */
export type EvaluationResult =
  | { readonly kind: 'scored'; readonly document: EvaluationDocument; readonly paths: ResultPaths }
  | { readonly kind: 'ground-truth'; readonly summary: GroundTruthSummary };

/** No honest answer has a tenth of it, and all of a line is parsed at once. */
const maxLineBytes = 4 * 1024 * 1024;

/** Runs or resumes an evaluation: what its folder holds is not executed again. */
export async function carryOut(plan: EvaluationPlan, means: Means): Promise<EvaluationResult> {
  if (plan.groundTruth === 'only') return { kind: 'ground-truth', summary: await checkOnly(plan, means) };
  const { folder, samplesPath, tasks, missing } = plan;
  await mkdir(folder, { recursive: true });
  const read = () => readSamples(samplesPath, { maxLineBytes });
  const matched = await matchSamples({ samples: read(), tasks, missing });
  const paths = await resolveResultPaths(samplesPath, folder);
  const { report, files } = await evaluateFile({
    ...plan,
    ...means,
    // A server judges as well as it can; the rate it reached is in the result.
    groundTruth: plan.groundTruth === 'checked' ? { minRate: 0 } : undefined,
    matched,
    reread: read,
    paths,
    model: { name: matched.model ?? modelNameOf(samplesPath) },
    upstreamModel: modelNameOf(samplesPath),
  });
  const names = files.map(({ path }) => path.slice(folder.length + 1));
  return { kind: 'scored', document: buildEvaluationDocument(report, names), paths };
}

async function checkOnly(plan: EvaluationPlan, { caches, onEvent, ...means }: Means): Promise<GroundTruthSummary> {
  const { tasks, rules } = plan;
  const found: GroundTruth[] = [];
  onEvent({ type: 'ground-truth-started', done: 0, total: tasks.length });
  for await (const groundTruth of checkGroundTruth({ ...means, tasks, rules, cache: caches?.groundTruth })) {
    found.push(groundTruth);
    onEvent({ type: 'ground-truth', groundTruth, done: found.length, total: tasks.length });
  }
  const summary = summarizeGroundTruth(found);
  onEvent({ type: 'ground-truth-finished', summary });
  return summary;
}

import { buildEvaluationDocument } from '../../evaluate/results/documents.ts';
import type { FinishedRun } from '../../run/run-sweep.ts';

export interface RunDocumentInput {
  readonly id: string;
  readonly page: string;
  readonly finished: readonly FinishedRun[];
}

/** What `run --json` prints: for each run, the fields of `evaluate --json` and where its answers came from. */
export function buildRunDocument({ id, page, finished }: RunDocumentInput): Record<string, unknown> {
  return {
    run_id: id,
    report: page,
    runs: finished.map(({ report, files, plan, generation, generationId, samplesFile }) => ({
      ...buildEvaluationDocument(report, [samplesFile.path, ...files.map(({ path }) => path)]),
      generation_id: generationId,
      samples: samplesFile.path,
      parameters: plan.parameters,
      n_samples: plan.nSamples,
      answers: generation.kinds,
      usage: generation.usage,
      cost_usd: generation.costUsd ?? null,
    })),
  };
}

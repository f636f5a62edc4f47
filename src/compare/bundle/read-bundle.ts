import { knownModelInfoSchema } from '../../upstream/board-file.ts';
import type { Result } from '../result.ts';
import { readEvalResultsResult } from '../result-from-eval-results.ts';
import { openBundle } from './open-bundle.ts';

/** The results in a bundle, as it claims them: checking it is `submit --check`. */
export async function readBundleResults(path: string): Promise<Result[]> {
  const { submission, locate } = await openBundle(path);
  const info = knownModelInfoSchema.safeParse(submission.model).data;
  const results: Result[] = [];
  for (const { run, result, run_id, files } of submission.runs) {
    const source = locate(files.eval_results);
    const { tasks } = await readEvalResultsResult(source);
    const { dataset, conditions } = run;
    results.push({
      model: typeof submission.model.name === 'string' ? submission.model.name : run.model.name,
      source,
      runId: run_id,
      conditions: {
        split: run.split,
        subset: run.subset,
        dataset: `${dataset.name} ${dataset.version}`,
        datasetHash: dataset.hash,
        rules: run.rules,
        fingerprint: conditions.fingerprint,
        caveat: conditions.caveat,
      },
      tasks,
      costUsd: result.costUsd,
      usage: result.usage,
      info,
      notes: [...result.notes],
    });
  }
  return results;
}

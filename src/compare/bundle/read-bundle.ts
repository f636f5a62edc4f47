import { knownModelInfoSchema } from '../../upstream/board-file.ts';
import { completeTasks, type Result } from '../result.ts';
import { readEvalResultsResult } from '../result-from-eval-results.ts';
import { describeSettings } from '../result-from-run.ts';
import { openBundle } from './open-bundle.ts';

/** The results in a bundle, as it claims them: checking it is `submit --check`. */
export async function readBundleResults(path: string): Promise<Result[]> {
  const { submission, locate } = await openBundle(path);
  const info = knownModelInfoSchema.safeParse(submission.model).data;
  const results: Result[] = [];
  for (const { run, result, run_id, files } of submission.runs) {
    const source = locate(files.eval_results);
    const { tasks } = await readEvalResultsResult(source);
    results.push({
      model: typeof submission.model.name === 'string' ? submission.model.name : run.model.name,
      ...{ source, runId: run_id, ...describeSettings(run) },
      tasks: completeTasks(run.taskIds, tasks, run.missing),
      ...{ costUsd: result.costUsd, usage: result.usage, info, notes: [...result.notes] },
    });
  }
  return results;
}

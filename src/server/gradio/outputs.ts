import { readFile } from 'node:fs/promises';
import { formatPassAtK } from '../../upstream/eval-results.ts';
import { modelNameOf } from '../../upstream/result-paths.ts';
import type { EvaluationResult } from '../evaluations/carry-out.ts';
import type { EvaluationPlan } from '../evaluations/evaluation-plan.ts';

/**
 * The two outputs of the app as one line of JSON: the content of `…_eval_results.json` and of `…_pass_at_k.json`. As
 * text, since a parsed 1.0 would come out as 1, and the original writes down what it gets.
 */
export async function formatOutputs(plan: EvaluationPlan, result: EvaluationResult): Promise<string> {
  const { split, subset, calibrated, tasks, samplesPath } = plan;
  if (result.kind === 'ground-truth') {
    const { passRate, failed } = result.summary;
    const facts = { split, subset, calibrated, gtPassRate: passRate, failedTasks: failed };
    const passAtK = formatPassAtK({ ...facts, model: '__dummy__.jsonl', passAtK: new Map() });
    return `[{"date":"","eval":{}},${toLine(passAtK)}]`;
  }
  const { document, paths } = result;
  const isChecked = plan.groundTruth === 'checked';
  const passAtK = formatPassAtK({
    passAtK: new Map(
      plan.passK.flatMap((k): [number, number][] => {
        const value = document[`pass@${k}`];
        return typeof value === 'number' ? [[k, value]] : [];
      }),
    ),
    model: modelNameOf(samplesPath),
    split,
    subset,
    calibrated,
    gtPassRate: isChecked ? (document.gt_pass_rate ?? 0) : 0,
    // Without a check the Space counts all tasks as failed.
    failedTasks: isChecked ? document.failed_tasks : tasks.map(({ id }) => id),
  });
  return `[${toLine(await readFile(paths.evalResults, 'utf8'))},${toLine(passAtK)}]`;
}

/** In JSON text, line breaks only occur between values. */
function toLine(json: string): string {
  return json.replace(/\n\s*/g, '');
}

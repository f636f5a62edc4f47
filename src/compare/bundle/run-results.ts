import type { RunLog } from '../../store/run-log.ts';
import { buildEntry, type EvalEntry, formatEvalResults } from '../../upstream/eval-results.ts';

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

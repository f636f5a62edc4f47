import type { Task } from '../../schema/task.ts';
import type { StoredRun } from '../../store/read-run.ts';
import { buildDetails, type EvalEntry, formatEvalResults } from '../../upstream/eval-results.ts';

/** The program that was executed for a solution. */
export type BuildProgram = (task: Task, solution: string, calibrated: boolean) => string;

/** The original's `eval_results.json` of a stored run. */
export async function* formatRunResults(stored: StoredRun, buildProgram: BuildProgram): AsyncGenerator<string> {
  const { record } = stored;
  const tasks = new Map((await stored.tasks()).map((task) => [task.id, task]));
  async function* entries(): AsyncGenerator<EvalEntry> {
    for await (const verdict of stored.verdicts()) {
      const task = tasks.get(verdict.taskId);
      const solution = task ? buildProgram(task, verdict.solution, record.rules.calibrated) : verdict.solution;
      yield { task_id: verdict.taskId, solution, status: verdict.status, details: buildDetails(verdict) };
    }
  }
  yield* formatEvalResults(formatDate(record.startedAt), entries());
}

/** `2024-12-25 02:52`, in UTC: the same wherever it is made. */
function formatDate(iso: string): string {
  return new Date(iso).toISOString().slice(0, 16).replace('T', ' ');
}

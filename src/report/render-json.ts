import type { RunReport } from './run-report.ts';

/** The whole report as one JSON document, without the texts of tasks and programs. */
export function renderJson(report: RunReport): string {
  const { tasks, verdicts, ...rest } = report;
  const slim = verdicts.map(({ solution: _solution, stdout: _stdout, stderr: _stderr, ...verdict }) => verdict);
  return `${JSON.stringify({ ...rest, taskIds: tasks.map(({ id }) => id), verdicts: slim }, null, 2)}\n`;
}

import type { RunReport } from './run-report.ts';

/** A report as one JSON document, without the texts of tasks and programs; several as `{ "runs": […] }`. */
export function renderJson(reports: readonly RunReport[]): string {
  const [first, ...others] = reports.map(slimReport);
  return `${JSON.stringify(others.length === 0 ? first : { runs: [first, ...others] }, null, 2)}\n`;
}

function slimReport(report: RunReport) {
  const { tasks, verdicts, ...rest } = report;
  const slim = verdicts.map(({ solution: _solution, stdout: _stdout, stderr: _stderr, ...verdict }) => verdict);
  return { ...rest, taskIds: tasks.map(({ id }) => id), verdicts: slim };
}

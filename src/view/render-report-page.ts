import { type DocumentTable, indexReport } from '../report/explorer/report-documents.ts';
import { renderHtml } from '../report/render-html.ts';
import type { RunReport } from '../report/run-report.ts';
import type { Task } from '../schema/task.ts';
import { buildBoards, buildComparison, type ComparedRun } from './compare-documents.ts';

/** With more models a page would carry more comparisons than anybody reads. */
const comparedAtMost = 8;

/** The one-file page of several runs, with how each two of them differ and how they rank. */
export function renderReportPage(reports: readonly RunReport[]): string {
  const tasks = new Map<string, Task>(reports.flatMap((report) => report.tasks.map((task) => [task.id, task])));
  const taskOf = (id: string) => tasks.get(id);
  const runs = reports.map((report): ComparedRun => {
    const { index, summary } = indexReport(report);
    const { split, subset, datasetVersion: dataset, conditions } = report;
    return { index, summary, conditions: { split, subset, dataset, fingerprint: conditions.fingerprint } };
  });
  const further: DocumentTable = { leaderboard: buildBoards(runs, taskOf) };
  for (const a of runs.slice(0, comparedAtMost)) {
    for (const b of runs.slice(0, comparedAtMost)) {
      if (a === b || !haveCommonTask(a, b)) continue;
      const path = `compare/${encodeURIComponent(a.summary.id)}/${encodeURIComponent(b.summary.id)}`;
      further[path] = buildComparison(a, b, taskOf);
    }
  }
  return renderHtml(reports, further);
}

function haveCommonTask(a: ComparedRun, b: ComparedRun): boolean {
  return a.index.taskIds.some((id) => b.index.findTaskRow(id) !== undefined);
}

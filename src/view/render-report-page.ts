import { completeTasks, gatherTasks, type Result } from '../compare/result.ts';
import { type DocumentTable, indexReport } from '../report/explorer/report-documents.ts';
import { renderHtml } from '../report/reporters.ts';
import type { RunReport } from '../report/run-report.ts';
import type { Task } from '../schema/task.ts';
import { noteVerdict } from '../schema/verdict-note.ts';
import type { RunListDocument } from '../schema/view/run-document.ts';
import { buildBoards, buildComparison, type ComparedRun } from './compare-documents.ts';
import { nameSummaries } from './name-summaries.ts';

/** With more models a page would carry more comparisons than anybody reads. */
const comparedAtMost = 8;

/** The one-file page of several runs, with how each two of them differ, and how they rank. */
export function renderReportPage(reports: readonly RunReport[]): string {
  const tasks = new Map<string, Task>(reports.flatMap((report) => report.tasks.map((task) => [task.id, task])));
  const taskOf = (id: string) => tasks.get(id);
  const runs = reports.map((report): ComparedRun => {
    const { index, summary } = indexReport(report);
    return { index, summary, result: resultOfReport(report) };
  });
  const further: DocumentTable = {
    runs: { runs: nameSummaries(runs), unreadable: [] } satisfies RunListDocument,
    leaderboard: buildBoards(runs, taskOf),
  };
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

/** A report says less of its conditions than its run does: compare runs to have those checked. */
function resultOfReport(report: RunReport): Result {
  const { model, runId, split, subset, datasetVersion: dataset, conditions, verdicts, missing } = report;
  const judged = gatherTasks(
    verdicts.map((verdict) => ({ ...verdict, cause: noteVerdict(verdict).failure?.line ?? verdict.outcome })),
  );
  return {
    model,
    parameters: report.parameters,
    source: runId,
    runId,
    conditions: { split, subset, dataset, fingerprint: conditions.fingerprint, isolation: conditions.level },
    tasks: completeTasks(
      report.tasks.map(({ id }) => id),
      judged,
      missing,
    ),
    costUsd: report.costUsd,
    usage: report.usage,
    notes: [],
  };
}

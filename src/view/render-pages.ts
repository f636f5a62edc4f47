import type { BuiltLeaderboard } from '../compare/board/build-leaderboard.ts';
import { countWins } from '../compare/board/task-rates.ts';
import { completeTasks, gatherTasks, type Result, shareOf } from '../compare/result.ts';
import { describeSettings } from '../compare/result-from-run.ts';
import { type DocumentTable, indexReport } from '../report/explorer/report-documents.ts';
import { renderPage } from '../report/render-page.ts';
import { renderHtml } from '../report/reporters.ts';
import type { RunReport } from '../report/run-report.ts';
import type { Comparisons } from '../schema/comparison.ts';
import type { Task } from '../schema/task.ts';
import { noteVerdict } from '../schema/verdict.ts';
import type { CompareDocument, LeaderboardDocument } from '../schema/view/overview-document.ts';
import type { RunListDocument, RunSummary } from '../schema/view/run-document.ts';
import { estimateMean } from '../score/estimate.ts';
import { buildBoards, buildComparison, type ComparedRun, listCompareRows } from './compare-documents.ts';
import { nameSummaries, summarizeResult } from './result-summary.ts';

/** The explorer's leaderboard alone, as one file for a web host or a mail. */
export function renderBoardPage({ board, entrants }: BuiltLeaderboard): string {
  const wins = countWins(entrants.map(({ row }) => row));
  const shown = { name: board.subset, board, runIds: {}, wins };
  return renderPage({
    title: `BigCodeBench: ${board.models.length} models, ${board.subset}`,
    info: { pages: ['/leaderboard'] },
    documents: {
      runs: { runs: [], unreadable: [] } satisfies RunListDocument,
      leaderboard: { boards: [shown], left: board.excluded } satisfies LeaderboardDocument,
    },
  });
}

/** The explorer's compare page alone, as one file: the first of these results with each of the others. */
export function renderComparePage(results: readonly Result[], { comparisons }: Comparisons): string {
  const names = [comparisons[0]?.a.name, ...comparisons.map(({ b }) => b.name)];
  const runs = results.map((result, at) => summarizeCompared(result, `result-${at}`, names[at] ?? result.model));
  const documents: DocumentTable = { runs: { runs, unreadable: [] } satisfies RunListDocument };
  for (const [at, comparison] of comparisons.entries()) {
    const [a, b, one, other] = [runs[0], runs[at + 1], results[0], results[at + 1]];
    if (!a || !b || !one || !other) continue;
    documents[pathOf(a, b)] = { a, b, comparison, rows: listCompareRows(one, other) } satisfies CompareDocument;
  }
  const info = { pages: ['/compare'], baseline: runs[0]?.id };
  return renderPage({ title: `Compared: ${names.join(', ')}`, documents, info });
}

function summarizeCompared(result: Result, id: string, model: string): RunSummary {
  const { conditions, costUsd, usage } = result;
  const { subset = '', dataset = '', fingerprint } = conditions;
  const tallies = [...result.tasks.values()];
  return summarizeResult(result, {
    id,
    model,
    subset,
    dataset,
    nSamples: Math.min(...tallies.map(({ samples }) => samples)),
    passAt1: estimateMean(tallies.map(shareOf)),
    costUsd,
    usage,
    fingerprint,
  });
}

/** With more models a page would carry more comparisons than anybody reads. */
const comparedAtMost = 8;

/** The one-file page of several runs, with how each two of them differ, and how they rank. */
export async function renderReportPage(reports: readonly RunReport[]): Promise<string> {
  const tasks = new Map<string, Task>(reports.flatMap((report) => report.tasks.map((task) => [task.id, task])));
  const taskOf = (id: string) => tasks.get(id);
  const runs = reports.map((report): ComparedRun => {
    const { index, summary } = indexReport(report);
    return { index, summary, result: resultOfReport(report) };
  });
  const { buildAnalysis } = await import('./analysis-document.ts');
  const results = runs.map(({ result }) => result);
  const further: DocumentTable = {
    runs: { runs: nameSummaries(runs), unreadable: [] } satisfies RunListDocument,
    leaderboard: buildBoards(runs, taskOf),
    analysis: await buildAnalysis(results, taskOf, ['solve-rate', 'gaps']),
  };
  for (const a of runs.slice(0, comparedAtMost)) {
    for (const b of runs.slice(0, comparedAtMost)) {
      if (a === b || !a.index.taskIds.some((id) => b.index.findTaskRow(id) !== undefined)) continue;
      further[pathOf(a.summary, b.summary)] = buildComparison(a, b, taskOf);
    }
  }
  return renderHtml(reports, further);
}

/** By what the app asks for how two runs compare. */
const pathOf = (a: RunSummary, b: RunSummary) => `compare/${encodeURIComponent(a.id)}/${encodeURIComponent(b.id)}`;

function resultOfReport({ record, runId, model, tasks, verdicts, missing, costUsd, usage }: RunReport): Result {
  const judged = gatherTasks(
    verdicts.map((verdict) => ({ ...verdict, cause: noteVerdict(verdict).failure?.line ?? verdict.outcome })),
  );
  const taskIds = tasks.map(({ id }) => id);
  return {
    ...describeSettings(record),
    ...{ model, source: runId, runId, costUsd, usage },
    tasks: completeTasks(taskIds, judged, missing),
    notes: [],
  };
}

import { noteVerdict, type Verdict } from '../../schema/verdict.ts';
import type { RunDetails, RunDocument, RunListDocument, RunSummary } from '../../schema/view/run-document.ts';
import type { AnswersDocument } from '../../schema/view/task-document.ts';
import { groupBy } from '../../util/group-by.ts';
import { passAt1, type RunReport } from '../run-report.ts';
import { buildFailures, buildMatrix, buildTaskList } from './overview-documents.ts';
import { buildRunDetails, buildRunSummary } from './run-summary.ts';
import { buildSampleDocument } from './sample-document.ts';
import { buildTaskAnswer, buildTaskColumns, buildTaskDocument } from './task-document.ts';
import { VerdictIndex } from './verdict-index.ts';

export type DocumentTable = Record<string, unknown>;

const part = encodeURIComponent;

/** A larger run is listed without its samples: a page that carries them would not open. */
const wholeAtMost = 5000;

export function indexReport(report: RunReport) {
  const { runId: id, tasks, verdicts, missing } = report;
  const judged = verdicts.map((verdict) => ({ ...verdict, verdict: noteVerdict(verdict) }));
  const index = new VerdictIndex({ taskIds: tasks.map((task) => task.id), judged, missing });
  const summary: RunSummary = { ...buildRunSummary(report.record, passAt1(report)), caveats: [] };
  return { id, report, summary, index };
}

/** Everything the explorer can show about these reports, for a page that carries it. */
export function buildReportDocuments(runs: readonly ReturnType<typeof indexReport>[]): DocumentTable {
  const reports = runs.map(({ report }) => report);
  const tasks = new Map(reports.flatMap((report) => report.tasks.map((task) => [task.id, task] as const)));
  const taskOf = (id: string) => tasks.get(id);
  const taskList = buildTaskList(runs, taskOf);
  const documents: DocumentTable = {
    runs: { runs: runs.map(({ summary }) => summary), unreadable: [] } satisfies RunListDocument,
    tasks: taskList,
    matrix: buildMatrix(runs, taskOf),
    failures: buildFailures(runs),
  };
  for (const { id, report, summary, index } of runs) {
    const others = runs.filter((run) => run.id !== id).map((run) => run.index);
    documents[`runs/${part(id)}`] = {
      run: summary,
      tasks: buildTaskColumns(index, taskOf, others),
      samples: index.columns(),
      ...describeRun(report),
    } satisfies RunDocument;
    for (const verdict of samplesOf(report)) {
      const { taskId } = verdict;
      documents[`runs/${part(id)}/samples/${verdict.index}/${part(taskId)}`] = buildSampleDocument({
        runId: id,
        verdict,
        task: tasks.get(taskId),
        isCalibrated: report.calibrated,
        answer: { missing: 'A report does not carry raw answers: open the run with `bcb view`.' },
        siblings: index.outcomesOf(taskId).map(({ outcome }) => outcome),
      });
    }
  }
  const answersOf = groupBy(
    runs.flatMap(({ id, report }) => samplesOf(report).map((verdict) => ({ id, verdict }))),
    ({ verdict }) => verdict.taskId,
  );
  for (const [at, taskId] of taskList.ids.entries()) {
    const task = tasks.get(taskId);
    if (task) documents[`tasks/${part(taskId)}`] = buildTaskDocument(task);
    documents[`tasks/${part(taskId)}/answers`] = {
      taskId,
      // The app takes solutions from the samples: a page need not carry them twice.
      answers: (answersOf.get(taskId) ?? []).map(({ id, verdict }) => ({
        ...buildTaskAnswer(id, verdict),
        solution: '',
      })),
      suspicions: taskList.suspicions[at] ?? [],
    } satisfies AnswersDocument;
  }
  return documents;
}

function samplesOf({ verdicts }: RunReport): readonly Verdict[] {
  return verdicts.length > wholeAtMost ? [] : verdicts;
}

function describeRun({ record, verdicts, notes }: RunReport): RunDetails {
  const isLarge = verdicts.length > wholeAtMost;
  const hint = 'A report of so many samples lists them only: `bcb view` opens each.';
  return { ...buildRunDetails(record, ''), notes: isLarge ? [...notes, hint] : notes, commands: [] };
}

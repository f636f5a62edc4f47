import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { findNearest } from '../util/find-nearest.ts';
import { renderCsv } from './csv.ts';
import { buildReportDocuments, type DocumentTable, indexReport } from './explorer/report-documents.ts';
import { renderGithub } from './render-github.ts';
import { renderJunit } from './render-junit.ts';
import { renderPage } from './render-page.ts';
import { renderMarkdown } from './render-terminal.ts';
import type { RunReport } from './run-report.ts';

/** A format that a report can be written in. */
export type ReporterName = 'json' | 'csv' | 'markdown' | 'junit' | 'github' | 'html';

interface Reporter {
  readonly extension: string;
  /** One document for all of these runs. */
  readonly render: (reports: readonly RunReport[]) => string;
}

/** Every reporter: how its files end, and what renders them. */
export const reporters: Record<ReporterName, Reporter> = {
  json: { extension: '.report.json', render: renderJson },
  csv: { extension: '.report.csv', render: renderCsv },
  markdown: { extension: '.report.md', render: renderMarkdown },
  junit: { extension: '.junit.xml', render: renderJunit },
  github: { extension: '.github.txt', render: renderGithub },
  html: { extension: '.report.html', render: renderHtml },
};

/** A report to write. */
export interface ReporterRequest {
  readonly name: ReporterName;
  /** Where to write; default: next to the results. */
  readonly file?: string;
}

/** `junit`, `html:report.html` → what to write and where. */
export function parseReporter(spelled: string): ReporterRequest {
  const [name = ''] = spelled.split(':', 1);
  const file = fileOfReporter(spelled);
  const names = Object.keys(reporters) as ReporterName[];
  const known = names.find((each) => each === name);
  if (known) return file === undefined ? { name: known } : { name: known, file };
  const nearest = findNearest(name, names);
  const hint = nearest ? `Did you mean ${nearest}?` : `Choose from ${names.join(', ')}.`;
  throw new BigCodeBenchError('USAGE', `Unknown reporter ${JSON.stringify(name)}. ${hint}`);
}

/** Where a reporter is to write, even one that does not exist: a wrong name and a wrong path are two mistakes. */
export function fileOfReporter(spelled: string): string | undefined {
  const colon = spelled.indexOf(':');
  return colon < 0 ? undefined : spelled.slice(colon + 1);
}

/** A report as one JSON document, without the texts of tasks and programs; several as `{ "runs": […] }`. */
function renderJson(reports: readonly RunReport[]): string {
  const [first, ...others] = reports.map(slimReport);
  return `${JSON.stringify(others.length === 0 ? first : { runs: [first, ...others] }, null, 2)}\n`;
}

function slimReport(report: RunReport) {
  const { record: _record, tasks, verdicts, ...rest } = report;
  const slim = verdicts.map(({ solution: _solution, stdout: _stdout, stderr: _stderr, ...verdict }) => verdict);
  return { ...rest, taskIds: tasks.map(({ id }) => id), verdicts: slim };
}

/** The page of one or more runs. `further` are documents that take more than the reports, such as comparisons. */
export function renderHtml(reports: readonly RunReport[], further: DocumentTable = {}): string {
  return renderPage({
    title: `BigCodeBench: ${reports.map(({ model }) => model).join(', ')}`,
    documents: { analysis: { tables: [] }, ...buildReportDocuments(reports.map(indexReport)), ...further },
  });
}

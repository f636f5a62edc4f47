import { buildReportDocuments, type DocumentTable, indexReport } from './explorer/report-documents.ts';
import { renderPage } from './render-page.ts';
import type { RunReport } from './run-report.ts';

/** The page of one or more runs. `further` are documents that take more than the reports, such as comparisons. */
export function renderHtml(reports: readonly RunReport[], further: DocumentTable = {}): string {
  return renderPage({
    title: `BigCodeBench: ${reports.map(({ model }) => model).join(', ')}`,
    documents: { ...buildReportDocuments(reports.map(indexReport)), ...further },
  });
}

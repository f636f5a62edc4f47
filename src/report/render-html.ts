import { readFileSync } from 'node:fs';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { buildReportDocuments, type DocumentTable, indexReport } from './explorer/report-documents.ts';
import { embedJson, escapeHtml } from './html-page.ts';
import type { RunReport } from './run-report.ts';

/**
 * One self-contained page for one or more runs: the explorer with its documents inside. It makes no requests and
 * works from file://. Documents lie in it as JSON and are only ever shown as text, so that nothing a model wrote can act
 * in the reader's browser. `further` are documents that take more than the reports, such as comparisons.
 */
export function renderHtml(reports: readonly RunReport[], further: DocumentTable = {}): string {
  const title = escapeHtml(`BigCodeBench: ${reports.map(({ model }) => model).join(', ')}`);
  const documents = embedJson({ ...buildReportDocuments(reports.map(indexReport)), ...further });
  return readTemplate()
    .replace('{{bcb:title}}', () => title)
    .replace('"{{bcb:documents}}"', () => documents);
}

/** Built from the web app by `npm run build`. */
function readTemplate(): string {
  const file = new URL('../../dist/web/report.html', import.meta.url);
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new BigCodeBenchError('BAD_INPUT', 'The HTML report is not built: run `npm run build` first.', { cause });
  }
}

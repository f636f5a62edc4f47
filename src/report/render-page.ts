import { readFileSync } from 'node:fs';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { InfoDocument } from '../schema/view/run-document.ts';
import type { DocumentTable } from './explorer/report-documents.ts';

interface PageContent {
  readonly title: string;
  readonly documents: DocumentTable;
  /** Where it is less than the whole explorer. */
  readonly info?: Pick<InfoDocument, 'pages' | 'baseline'>;
}

/**
 * One self-contained page: the explorer with its documents inside. It makes no requests and works from file://.
 * Documents lie in it as JSON and are only ever shown as text, so that nothing a model wrote can act in the reader's
 * browser.
 */
export function renderPage({ title, documents, info: shown }: PageContent): string {
  const info: InfoDocument = { version: '', kind: 'report', canExecute: false, folders: [], ...shown };
  return readTemplate()
    .replace('{{bcb:title}}', () => escapeHtml(title))
    .replace('"{{bcb:documents}}"', () => embedJson({ info, ...documents }));
}

/** Built from the web app by `npm run build`. */
function readTemplate(): string {
  const file = new URL('../../dist/web/report.html', import.meta.url);
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new BigCodeBenchError('BAD_INPUT', 'The page is not built: run `npm run build` first.', { cause });
  }
}

/** JSON that cannot end the script element it is in. */
function embedJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

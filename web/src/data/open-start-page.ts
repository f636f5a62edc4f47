import type { InfoDocument, RunListDocument } from '../../../src/schema/view/run-document.ts';
import type { DocumentSource } from './source.ts';

/** A file that carries one page opens there, and one that carries one run at that; a link into it is left as it is. */
export async function openStartPage(source: DocumentSource): Promise<void> {
  if (!source.usesHash || location.hash !== '') return;
  const { kind, pages } = (await source.read('info')) as InfoDocument;
  if (pages?.[0] !== undefined) location.replace(`#${pages[0]}`);
  else if (kind === 'report') {
    const { runs } = (await source.read('runs')) as RunListDocument;
    if (runs.length === 1) location.replace(`#/runs/${encodeURIComponent(runs[0]?.id ?? '')}`);
  }
}

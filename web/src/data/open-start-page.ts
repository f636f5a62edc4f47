import type { InfoDocument } from '../../../src/schema/view/run-document.ts';
import type { DocumentSource } from './source.ts';

/** A file that carries one page opens there; a link into it is left as it is. */
export async function openStartPage(source: DocumentSource): Promise<void> {
  if (!source.usesHash || location.hash !== '') return;
  const { pages } = (await source.read('info')) as InfoDocument;
  if (pages?.[0] !== undefined) location.replace(`#${pages[0]}`);
}

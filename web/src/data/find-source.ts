import { createEmbeddedSource, createFileSource, createServerSource, type DocumentSource } from './source.ts';

/** Documents in the page come first (a report), then files beside it (an export), then a server. */
export function findSource(): DocumentSource {
  const embedded = document.getElementById('documents');
  if (embedded !== null) return createEmbeddedSource(JSON.parse(embedded.textContent ?? '{}'));
  const exported = document.querySelector('meta[name="bcb-documents"]')?.getAttribute('content');
  return exported ? createFileSource(exported) : createServerSource();
}

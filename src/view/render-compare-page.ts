import { type Result, shareOf } from '../compare/result.ts';
import type { DocumentTable } from '../report/explorer/report-documents.ts';
import { renderPage } from '../report/render-page.ts';
import type { Comparisons } from '../schema/comparison.ts';
import type { CompareDocument } from '../schema/view/overview-document.ts';
import type { RunListDocument, RunSummary } from '../schema/view/run-document.ts';
import { estimateMean } from '../score/estimate.ts';
import { listCompareRows } from './compare-documents.ts';
import { summarizeResult } from './result-summary.ts';

/** The explorer's compare page alone, as one file: the first of these results with each of the others. */
export function renderComparePage(results: readonly Result[], { comparisons }: Comparisons): string {
  const names = [comparisons[0]?.a.name, ...comparisons.map(({ b }) => b.name)];
  const runs = results.map((result, at) => summarize(result, `result-${at}`, names[at] ?? result.model));
  const documents: DocumentTable = { runs: { runs, unreadable: [] } satisfies RunListDocument };
  for (const [at, comparison] of comparisons.entries()) {
    const [a, b, one, other] = [runs[0], runs[at + 1], results[0], results[at + 1]];
    if (!a || !b || !one || !other) continue;
    const document: CompareDocument = { a, b, comparison, rows: listCompareRows(one, other) };
    documents[`compare/${encodeURIComponent(a.id)}/${encodeURIComponent(b.id)}`] = document;
  }
  const info = { pages: ['/compare'], baseline: runs[0]?.id };
  return renderPage({ title: `Compared: ${names.join(', ')}`, documents, info });
}

function summarize(result: Result, id: string, model: string): RunSummary {
  const { conditions, costUsd, usage } = result;
  const tallies = [...result.tasks.values()];
  return summarizeResult(result, {
    id,
    origin: 'report',
    model,
    subset: conditions.subset ?? '',
    dataset: conditions.dataset ?? '',
    nSamples: Math.min(...tallies.map(({ samples }) => samples)),
    passAt1: estimateMean(tallies.map(shareOf)),
    costUsd,
    usage,
    fingerprint: conditions.fingerprint,
  });
}

import type { Result } from '../compare/result.ts';
import type { DocumentTable } from '../report/explorer/report-documents.ts';
import { renderPage } from '../report/render-page.ts';
import type { Comparisons } from '../schema/comparison.ts';
import type { CompareDocument } from '../schema/view/overview-document.ts';
import type { InfoDocument, RunListDocument, RunSummary } from '../schema/view/run-document.ts';
import { estimateMean } from '../score/estimate.ts';
import { listCompareRows } from './compare-documents.ts';

/** The explorer's compare page alone, as one file: the first of these results with each of the others. */
export function renderComparePage(results: readonly Result[], { comparisons }: Comparisons): string {
  const names = [comparisons[0]?.a.name, ...comparisons.map(({ b }) => b.name)];
  const runs = results.map((result, at) => summarize(result, { id: `result-${at}`, name: names[at] ?? result.model }));
  const documents: DocumentTable = {
    info: {
      version: '',
      kind: 'report',
      canExecute: false,
      folders: [],
      pages: ['/compare'],
      baseline: runs[0]?.id,
    } satisfies InfoDocument,
    runs: { runs, unreadable: [] } satisfies RunListDocument,
  };
  for (const [at, comparison] of comparisons.entries()) {
    const [a, b, one, other] = [runs[0], runs[at + 1], results[0], results[at + 1]];
    if (!a || !b || !one || !other) continue;
    const document: CompareDocument = { a, b, comparison, rows: listCompareRows(one, other) };
    documents[`compare/${encodeURIComponent(a.id)}/${encodeURIComponent(b.id)}`] = document;
  }
  return renderPage({ title: `Compared: ${names.join(', ')}`, documents });
}

function summarize(result: Result, { id, name }: { readonly id: string; readonly name: string }): RunSummary {
  const tallies = [...result.tasks.values()];
  const sum = (of: 'samples' | 'passed') => tallies.reduce((total, tally) => total + tally[of], 0);
  const { split, subset = '', dataset = '', fingerprint } = result.conditions;
  return {
    id,
    origin: 'report',
    state: 'finished',
    model: name,
    split,
    subset,
    dataset,
    tasks: tallies.length,
    nSamples: Math.min(...tallies.map(({ samples }) => samples)),
    verdicts: sum('samples'),
    total: sum('samples'),
    passed: sum('passed'),
    passAt1: estimateMean(tallies.map(({ passed, samples }) => passed / samples)),
    costUsd: result.costUsd,
    usage: result.usage,
    fingerprint,
    caveats: [],
  };
}

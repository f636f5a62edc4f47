import { useMemo, useState } from 'react';
import type { Outcome } from '../../../../src/schema/execution.ts';
import type { RunDocument } from '../../../../src/schema/view/run-document.ts';
import { countFacet, type Facet, type FacetCount, type SampleFilter } from '../../data/filter-samples.ts';
import { type BarItem, BarList } from '../../ui/bar-list.tsx';
import { Button } from '../../ui/button.tsx';
import { formatCount, formatShare } from '../../ui/format.ts';
import { outcomeColor } from '../../ui/outcome-mark.tsx';
import { Panel } from '../../ui/panel.tsx';

interface FacetsProps {
  readonly document: RunDocument;
  readonly filter: SampleFilter;
  readonly setFilter: (change: SampleFilter) => void;
}

interface FacetLook {
  readonly facet: Facet;
  readonly title: string;
  readonly hint: string;
  readonly itemsOf: (counts: readonly [string, FacetCount][]) => BarItem[];
}

const facets: readonly FacetLook[] = [
  { facet: 'outcome', title: 'Outcomes', hint: 'samples', itemsOf: byCount },
  { facet: 'cause', title: 'Why they fail', hint: 'samples', itemsOf: byFailures },
  { facet: 'domain', title: 'Domains', hint: 'worst first', itemsOf: byPassRate },
  { facet: 'lib', title: 'Libraries', hint: 'worst first', itemsOf: byPassRate },
];

const shownAtFirst = 7;
/** A library that a handful of tasks use says little about a model. */
const fewSamples = 5;

/** What the samples are made of; a click on a row filters the list below by it. */
export function Facets(props: FacetsProps) {
  return (
    <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-4">
      {facets.map((look) => (
        <FacetPanel key={look.facet} look={look} {...props} />
      ))}
    </div>
  );
}

function FacetPanel({ look, document, filter, setFilter }: FacetsProps & { readonly look: FacetLook }) {
  const [isWhole, setWhole] = useState(false);
  const { facet, title, hint, itemsOf } = look;
  const items = useMemo(() => itemsOf([...countFacet(document, filter, facet)]), [document, filter, facet, itemsOf]);
  const selected = filter[facet];
  const shown = isWhole ? items : items.slice(0, shownAtFirst);
  return (
    <Panel
      actions={
        items.length > shownAtFirst && (
          <Button aria-expanded={isWhole} className="h-6 px-2" look="quiet" onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Fewer' : `All ${items.length}`}
          </Button>
        )
      }
      hint={hint}
      isFlush
      title={title}
    >
      <div className={isWhole ? 'max-h-80 overflow-y-auto' : ''}>
        <BarList
          empty={items.length === 0 ? explainNone(document, filter, facet) : ''}
          items={shown}
          label={title}
          onToggle={(value) => setFilter({ [facet]: value === selected ? undefined : value })}
          selected={selected === undefined ? [] : [selected]}
        />
      </div>
    </Panel>
  );
}

/** Why a facet has no rows: the rest of the filter, a clean run, or tasks that could not be read. */
function explainNone(document: RunDocument, filter: SampleFilter, facet: Facet): string {
  if (countFacet(document, filter, 'outcome').size === 0) return 'No sample matches the filter.';
  return facet === 'cause' ? 'Nothing failed.' : 'The tasks of this run could not be read.';
}

function byCount(counts: readonly [string, FacetCount][]): BarItem[] {
  const most = Math.max(1, ...counts.map(([, { samples }]) => samples));
  return counts
    .toSorted(([, a], [, b]) => b.samples - a.samples)
    .map(([key, { samples }]) => ({
      key,
      label: key,
      share: samples / most,
      value: formatCount(samples),
      color: outcomeColor(key as Outcome),
    }));
}

function byFailures(counts: readonly [string, FacetCount][]): BarItem[] {
  const most = Math.max(1, ...counts.map(([, { samples }]) => samples));
  return counts
    .toSorted(([, a], [, b]) => b.samples - a.samples)
    .map(([key, { samples }]) => ({
      key,
      label: key,
      share: samples / most,
      value: formatCount(samples),
      color: 'bg-fail',
    }));
}

function byPassRate(counts: readonly [string, FacetCount][]): BarItem[] {
  const rate = ({ passed, samples }: FacetCount) => passed / samples;
  const isRare = ({ samples }: FacetCount) => (samples < fewSamples ? 1 : 0);
  return counts
    .toSorted(([, a], [, b]) => isRare(a) - isRare(b) || rate(a) - rate(b) || b.samples - a.samples)
    .map(([key, count]) => ({
      key,
      label: (
        <>
          {key} <span className="font-normal text-faint">{formatCount(count.samples)}</span>
        </>
      ),
      share: rate(count),
      value: formatShare(rate(count)),
      color: 'bg-pass',
    }));
}

import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { RunDocument } from '../../../../src/schema/view/run-document.ts';
import { filterSamples, type SampleFilter } from '../../data/filter-samples.ts';
import { useData } from '../../data/use-data.ts';
import { ModelName } from '../../ui/model-name.tsx';
import { Page } from '../../ui/page.tsx';
import { nameRun } from '../../ui/run-name.ts';
import { RunState } from '../../ui/run-state.tsx';
import { Resolved } from '../../ui/states.tsx';
import { DecisionPanel } from './decision-panel.tsx';
import { Facets } from './facets.tsx';
import { FilterBar } from './filter-bar.tsx';
import { History } from './history.tsx';
import { Provenance } from './provenance.tsx';
import { RoundsPanel } from './rounds-panel.tsx';
import { RunFacts } from './run-facts.tsx';
import { SampleList } from './sample-list.tsx';
import { ScorePanel } from './score-panel.tsx';

const route = getRouteApi('/runs/$runId');

/** One run: its score, what fails and why, and every sample. */
export function RunPage() {
  const { runId } = route.useParams();
  const { queries } = useData();
  return (
    <Resolved query={useQuery(queries.run(runId))} rows={12}>
      {(document) => <Run document={document} />}
    </Resolved>
  );
}

function Run({ document }: { readonly document: RunDocument }) {
  const { run } = document;
  const { queries } = useData();
  const runs = useQuery(queries.runs()).data?.runs ?? [];
  const name = nameRun(runs.find(({ id }) => id === run.id) ?? run);
  const filter = route.useSearch();
  const navigate = useNavigate({ from: '/runs/$runId' });
  const setFilter = (change: SampleFilter) => {
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true, resetScroll: false });
  };
  const rows = useMemo(() => filterSamples(document, filter), [document, filter]);
  return (
    <Page
      actions={
        run.state === 'running' && (
          <Link
            className="rounded-md border border-line-strong bg-card px-3 py-1 font-medium text-small"
            params={{ runId: run.id }}
            to="/runs/$runId/live"
          >
            Watch it live
          </Link>
        )
      }
      crumbs={[{ label: 'Runs', link: { to: '/' } }]}
      facts={<RunFacts run={run} />}
      heading={
        <>
          <ModelName model={name} />
          {run.state !== 'finished' && <RunState run={run} />}
        </>
      }
      name={name}
    >
      <div className="flex flex-col gap-4">
        <ScorePanel document={document} />
        {document.decision && <DecisionPanel decision={document.decision} />}
        {document.rounds?.map((table) => (
          <RoundsPanel key={table.title} table={table} />
        ))}
        <Facets document={document} filter={filter} setFilter={setFilter} />
        <section aria-label="Samples" className="flex flex-col gap-2">
          <FilterBar document={document} filter={filter} rows={rows} setFilter={setFilter} />
          <SampleList document={document} filter={filter} rows={rows} setFilter={setFilter} />
        </section>
        <History run={run} runs={runs} />
        <Provenance document={document} />
      </div>
    </Page>
  );
}

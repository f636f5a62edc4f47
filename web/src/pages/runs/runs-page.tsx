import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { RunListDocument, RunSummary } from '../../../../src/schema/view/run-document.ts';
import { useData } from '../../data/use-data.ts';
import { useKeys } from '../../keys/use-keys.ts';
import { Button } from '../../ui/button.tsx';
import { ColumnMenu } from '../../ui/column-menu.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { SearchField, SelectField } from '../../ui/fields.tsx';
import { plural } from '../../ui/format.ts';
import { keepColumns } from '../../ui/hidden-columns.ts';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { nameWithSplit } from '../../ui/run-name.ts';
import { Command, Empty, Resolved } from '../../ui/states.tsx';
import { say } from '../../ui/toast.tsx';
import { useRemembered } from '../../ui/use-remembered.ts';
import { mostCompared } from '../compare/pick-runs.ts';
import { createRunColumns } from './run-columns.tsx';
import { RunsOverview } from './runs-overview.tsx';

const route = getRouteApi('/');

/** What is here, and what is under way. */
export function RunsPage() {
  const { queries } = useData();
  const info = useQuery(queries.info()).data;
  const facts = info?.folders.join(' · ');
  return (
    <Page facts={facts} name="Runs">
      <Resolved query={useQuery(queries.runs())}>{(list) => <RunList list={list} />}</Resolved>
    </Page>
  );
}

function RunList({ list }: { readonly list: RunListDocument }) {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/' });
  const set = (change: Partial<typeof search>) =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true });
  const ticked = (search.tick ?? '').split(',').filter((id) => list.runs.some((run) => run.id === id));
  const tick = ({ id }: RunSummary) =>
    set({ tick: (ticked.includes(id) ? ticked.filter((other) => other !== id) : [...ticked, id]).join(',') });
  const compare = () => {
    const [a, ...others] = ticked;
    if (a === undefined || others.length === 0) return say('Tick two runs first (x)');
    void navigate({ to: '/compare', search: { a, b: others.slice(0, mostCompared - 1).join(',') } });
  };
  const columns = useMemo(() => createRunColumns(list.runs), [list]);
  const [hidden, setHidden] = useRemembered('run-columns');
  const kept = useMemo(() => keepColumns(columns, hidden), [columns, hidden]);
  useKeys({ c: compare });
  if (list.runs.length === 0 && list.unreadable.length === 0) return <NoRuns />;
  const words = (search.q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const shown = list.runs.filter(
    (run) =>
      (search.split === undefined || run.split === search.split) && words.every((word) => textOf(run).includes(word)),
  );
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label="Filter runs"
          onChange={(q) => set({ q })}
          placeholder="Model, subset, tag, note or id"
          value={search.q ?? ''}
        />
        <SelectField
          label="Split"
          onChange={(split) => set({ split })}
          options={[
            { value: '', label: 'Both splits' },
            { value: 'complete', label: 'complete' },
            { value: 'instruct', label: 'instruct' },
          ]}
          value={search.split ?? ''}
        />
        <Button
          disabled={ticked.length < 2}
          hotkey="c"
          look={ticked.length < 2 ? 'plain' : 'primary'}
          onClick={compare}
        >
          Compare {ticked.length > 0 ? plural(ticked.length, 'run') : 'ticked runs'}
        </Button>
        <ColumnMenu columns={columns} hidden={hidden} onChange={setHidden} />
      </div>
      <Panel isFlush>
        {shown.length === 0 ? (
          <Empty title={`None of ${plural(list.runs.length, 'run')} matches`}>
            <Button onClick={() => set({ q: '', split: '' })}>Show all</Button>
          </Empty>
        ) : (
          <DataTable
            columns={kept}
            isTicked={({ id }) => ticked.includes(id)}
            keyOf={({ id }) => id}
            label="Runs"
            nameOf={nameWithSplit}
            onOpen={({ id, state }) =>
              void navigate(
                state === 'running'
                  ? { to: '/runs/$runId/live', params: { runId: id } }
                  : { to: '/runs/$runId', params: { runId: id } },
              )
            }
            onSort={(sort) => set({ sort })}
            onTick={tick}
            rows={shown}
            sort={search.sort ?? '-started'}
          />
        )}
      </Panel>
      <RunsOverview runs={shown} />
      {list.unreadable.length > 0 && (
        <Panel hint="The rest of the folder is shown." title="Could not be read">
          <ul className="flex flex-col gap-2 text-small">
            {list.unreadable.map(({ name, reason }) => (
              <li key={name}>
                <span className="block break-all font-mono text-soft">{name}</span>
                {reason}
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  );
}

/** What a run is found by. */
function textOf({ id, name, model, subset, dataset, labels }: RunSummary): string {
  return [name ?? model, subset, dataset, id, ...(labels?.tags ?? []), labels?.note].join(' ').toLowerCase();
}

function NoRuns() {
  return (
    <Empty title="There are no runs here yet">
      <p>Make one, and it appears on this page while it is under way:</p>
      <Command line="bcb run --model canonical --subset starter --split instruct" />
      <p>or open what is somewhere else:</p>
      <Command line="bcb view path/to/bcb_results" />
    </Empty>
  );
}

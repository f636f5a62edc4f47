import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Row, Table } from '../../../../src/schema/view/analysis-document.ts';
import { IntervalPlot } from '../../charts/interval-plot.tsx';
import { Radar } from '../../charts/radar.tsx';
import { readRadar } from '../../charts/radar-points.ts';
import { useData } from '../../data/use-data.ts';
import { SelectField } from '../../ui/fields.tsx';
import { plural } from '../../ui/format.ts';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Empty, Resolved } from '../../ui/states.tsx';
import { listGroups, type RowGroup } from './list-groups.ts';

const route = getRouteApi('/analysis');
/** A longer figure is not read: `bcb analyze --csv` has all of it. */
const shownRows = 60;

/** What `bcb analyze` tells of the opened runs, as figures. */
export function AnalysisPage() {
  const { queries } = useData();
  return (
    <Page facts="What is solved, by what tasks are like; gaps between runs; the tasks themselves" name="Analysis">
      <Resolved query={useQuery(queries.analysis())} rows={10}>
        {({ tables }) => <Tables tables={tables} />}
      </Resolved>
    </Page>
  );
}

function Tables({ tables }: { readonly tables: readonly Table[] }) {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/analysis' });
  const table = tables.find(({ key }) => key === search.table) ?? tables[0];
  if (table === undefined) {
    return (
      <Panel>
        <Empty title="Nothing can be said of these runs">Open finished runs, with their tasks.</Empty>
      </Panel>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SelectField
          label="Table"
          onChange={(key) => void navigate({ search: { table: key }, replace: true, resetScroll: false })}
          options={tables.map(({ key, title }) => ({ value: key, label: title }))}
          value={table.key}
        />
      </div>
      {table.key === 'radar' && (
        <Panel title={table.title}>
          <Radar label={table.title} {...readRadar(table)} />
        </Panel>
      )}
      <div className="grid gap-3 xl:grid-cols-2">
        {listGroups(table).map((group) => (
          <Figure group={group} key={group.name} table={table} />
        ))}
      </div>
    </div>
  );
}

interface FigureProps {
  readonly table: Table;
  readonly group: RowGroup;
}

function Figure({ table: { title, digits = 1 }, group: { name, rows } }: FigureProps) {
  const shown = rows.slice(0, shownRows);
  const ends = shown.flatMap(({ row: { value, interval, published = value } }) => [
    value,
    published,
    ...(interval ?? []),
  ]);
  const domain = [Math.min(0, ...ends), Math.max(...ends)] as const;
  const format = (value: number) => value.toFixed(digits);
  const describe = ({ value, published, n }: Row) =>
    [
      format(value),
      ...(published === undefined ? [] : [`published ${published}`]),
      ...(n === undefined ? [] : [`n ${n}`]),
    ].join(' · ');
  return (
    <Panel
      hint={rows.length > shownRows ? `the first ${shownRows} of ${plural(rows.length, 'row')}` : undefined}
      title={name || title}
    >
      <IntervalPlot
        domain={domain}
        format={format}
        label={`${title}: ${name}`}
        reference={0}
        rows={shown.map(({ label, row }, at) => ({
          key: `${at}`,
          label,
          value: row.value,
          interval: row.interval ?? [row.value, row.value],
          text: describe(row),
        }))}
      />
    </Panel>
  );
}

import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { MatrixDocument } from '../../../../src/schema/view/overview-document.ts';
import { useData } from '../../data/use-data.ts';
import { SelectField } from '../../ui/fields.tsx';
import { formatCount, formatShare, plural } from '../../ui/format.ts';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { nameRun } from '../../ui/run-name.ts';
import { Empty, Resolved } from '../../ui/states.tsx';
import { MatrixCanvas } from './matrix-canvas.tsx';
import { columnOrders, layOutMatrix } from './matrix-layout.ts';

const route = getRouteApi('/matrix');

const zooms = ['fit', '3', '6', '12'] as const;

/** All runs and all tasks at a glance. */
export function MatrixPage() {
  const { queries } = useData();
  return (
    <Page facts="Every run × every task" name="Matrix">
      <Resolved query={useQuery(queries.matrix())} rows={10}>
        {(document) => <Matrix document={document} />}
      </Resolved>
    </Page>
  );
}

function Matrix({ document }: { readonly document: MatrixDocument }) {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/matrix' });
  const set = (change: Partial<typeof search>) =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true, resetScroll: false });
  const layout = useMemo(() => layOutMatrix(document, search.cols, search.domain), [document, search]);
  const { queries } = useData();
  const runs = useQuery(queries.runs()).data?.runs;
  const names = useMemo(() => new Map(runs?.map((run) => [run.id, nameRun(run)])), [runs]);
  const domains = [...new Set(document.domains.flat())].sort();
  const solved = layout.columns.filter((_, column) => !layout.isUnsolved(column)).length;
  if (document.runs.length === 0 || document.taskIds.length === 0) {
    return (
      <Panel>
        <Empty title="There is nothing to draw yet" />
      </Panel>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SelectField
          label="Order of tasks"
          onChange={(cols) => set({ cols })}
          options={Object.entries(columnOrders).map(([value, label]) => ({ value, label }))}
          value={search.cols ?? 'solved'}
        />
        <SelectField
          label="Domain"
          onChange={(domain) => set({ domain })}
          options={[{ value: '', label: 'All domains' }, ...domains.map((name) => ({ value: name, label: name }))]}
          value={search.domain ?? ''}
        />
        <SelectField
          label="Zoom"
          onChange={(rows) => set({ rows })}
          options={zooms.map((value) => ({ value, label: value === 'fit' ? 'fit the window' : `${value} px a task` }))}
          value={search.rows ?? 'fit'}
        />
        <p className="text-small text-soft">
          {plural(layout.rows.length, 'run')} × {plural(layout.columns.length, 'task')}; somebody solves{' '}
          {formatCount(solved)} ({formatShare(solved / Math.max(1, layout.columns.length))})
        </p>
      </div>
      <Panel isFlush>
        <MatrixCanvas document={document} layout={layout} names={names} zoom={search.rows ?? 'fit'} />
      </Panel>
      <Legend />
    </div>
  );
}

function Legend() {
  const items = [
    ['bg-(--cell-pass)', 'passes'],
    ['bg-(--cell-lags)', 'fails, though most others pass'],
    ['bg-(--cell-fails)', 'fails'],
    ['bg-(--cell-unsolved)', 'fails, as everybody does'],
    ['bg-(--cell-absent) border border-line-strong', 'no answer'],
  ] as const;
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-small text-soft">
      {items.map(([look, meaning]) => (
        <li className="flex items-center gap-2" key={meaning}>
          <span className={`size-3 rounded-[2px] ${look}`} />
          {meaning}
        </li>
      ))}
    </ul>
  );
}

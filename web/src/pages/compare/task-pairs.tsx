import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { CompareDocument, CompareRow } from '../../../../src/schema/view/overview-document.ts';
import type { RunSummary } from '../../../../src/schema/view/run-document.ts';
import { usePages } from '../../data/use-pages.ts';
import { useTitles } from '../../data/use-titles.ts';
import { Button } from '../../ui/button.tsx';
import { SearchField } from '../../ui/fields.tsx';
import { formatCount, formatShare } from '../../ui/format.ts';
import { OutcomeSign } from '../../ui/outcome-mark.tsx';
import { Empty } from '../../ui/states.tsx';
import { VirtualTable } from '../../ui/virtual-table.tsx';
import { type Cell, cellOf, cells } from './pair-cells.ts';

const route = getRouteApi('/compare');

/** Every common task; those with different outcomes first. A row opens the two answers side by side. */
export function TaskPairs({ document }: { readonly document: CompareDocument }) {
  const search = route.useSearch();
  // A file of comparisons alone carries no answers.
  const canOpen = usePages().has('/tasks');
  const titleOf = useTitles();
  const navigate = useNavigate({ from: '/compare' });
  const set = (change: Partial<typeof search>) =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true, resetScroll: false });
  const rows = useMemo(() => pickRows(document.rows, search), [document, search]);
  const linkOf = ({ taskId }: CompareRow) => ({
    to: '/tasks/$' as const,
    params: { _splat: taskId },
    search: { tab: 'diff', a: `${document.a.id}:0`, b: `${document.b.id}:0` },
  });
  return (
    <section aria-label="Tasks" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-1 font-semibold text-base">
          Tasks <output className="ml-1 font-normal text-small text-soft">{formatCount(rows.length)}</output>
        </h2>
        <SearchField
          label="Filter tasks"
          onChange={(q) => set({ q })}
          placeholder="Task or cause"
          value={search.q ?? ''}
        />
        {search.cell !== undefined && <Button onClick={() => set({ cell: undefined })}>All tasks</Button>}
      </div>
      <VirtualTable
        columns={[
          { id: 'task', title: 'task', width: 'minmax(12rem,1fr)', isCardLine: true },
          { id: 'a', title: 'A', width: 'minmax(8rem,1fr)' },
          { id: 'b', title: 'B', width: 'minmax(8rem,1fr)' },
        ]}
        count={rows.length}
        empty={<Empty title="No task matches" />}
        label="Tasks of both runs"
        name={`pairs:${document.a.id}:${document.b.id}:${JSON.stringify(search)}`}
        onOpen={(at) => {
          const row = rows[at];
          if (row !== undefined && canOpen) void navigate(linkOf(row));
        }}
        renderCell={(at, column) => {
          const row = rows[at];
          if (row === undefined) return null;
          if (column === 'a') return <Side cause={row.causeA} run={document.a} share={row.a} />;
          if (column === 'b') return <Side cause={row.causeB} run={document.b} share={row.b} />;
          return (
            <>
              {canOpen ? (
                <Link className="font-medium hover:underline" {...linkOf(row)}>
                  {row.taskId}
                </Link>
              ) : (
                <span className="font-medium">{row.taskId}</span>
              )}{' '}
              <span className="ml-1 text-small text-soft">{titleOf(row.taskId)}</span>
            </>
          );
        }}
      />
    </section>
  );
}

interface PairFilter {
  readonly cell?: string | undefined;
  readonly q?: string | undefined;
}

function pickRows(rows: readonly CompareRow[], { cell, q = '' }: PairFilter): CompareRow[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const order = (row: CompareRow) => cells.indexOf(cellOf(row) as Cell);
  return rows
    .filter(
      (row) =>
        (cell === undefined || cellOf(row) === cell) &&
        words.every((word) => `${row.taskId} ${row.causeA} ${row.causeB}`.toLowerCase().includes(word)),
    )
    .sort((x, y) => order(x) - order(y));
}

interface SideProps {
  readonly share: number;
  readonly cause: string;
  readonly run: RunSummary;
}

function Side({ share, cause, run }: SideProps) {
  return (
    <span className="flex items-center gap-2">
      <OutcomeSign label={share >= 0.5 ? 'pass' : 'fail'} outcome={share >= 0.5 ? 'pass' : 'fail'} />
      {run.nSamples > 1 && <span className="tabular-nums">{formatShare(share)}</span>}
      <span className="truncate text-soft">{cause}</span>
    </span>
  );
}

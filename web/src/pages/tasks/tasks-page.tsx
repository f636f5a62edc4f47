import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { TaskListDocument } from '../../../../src/schema/view/task-document.ts';
import { useData } from '../../data/use-data.ts';
import { Button } from '../../ui/button.tsx';
import { SearchField, SelectField } from '../../ui/fields.tsx';
import { formatCount, formatShare } from '../../ui/format.ts';
import { Page } from '../../ui/page.tsx';
import { Empty, Resolved } from '../../ui/states.tsx';
import { VirtualTable } from '../../ui/virtual-table.tsx';
import { sortTasks, taskSorts } from './sort-tasks.ts';

const route = getRouteApi('/tasks/');

/** Every task of the opened runs: how often it is solved, and which ones look at fault themselves. */
export function TasksPage() {
  const { queries } = useData();
  return (
    <Page facts="How often each task is solved by the runs that are open" name="Tasks">
      <Resolved query={useQuery(queries.tasks())} rows={12}>
        {(list) => <TaskList list={list} />}
      </Resolved>
    </Page>
  );
}

function TaskList({ list }: { readonly list: TaskListDocument }) {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/tasks/' });
  const set = (change: Partial<typeof search>) =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true, resetScroll: false });
  const domains = [...new Set(list.domains.flat())].sort();
  const suspects = list.suspicions.filter((reasons) => reasons.length > 0).length;
  const rows = useMemo(() => sortTasks(list, search), [list, search]);
  const open = (row: number) => void navigate({ to: '/tasks/$', params: { _splat: list.ids[row] ?? '' } });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label="Filter tasks"
          onChange={(q) => set({ q })}
          placeholder="Id or library"
          value={search.q ?? ''}
        />
        <SelectField
          label="Domain"
          onChange={(domain) => set({ domain })}
          options={[{ value: '', label: 'All domains' }, ...domains.map((name) => ({ value: name, label: name }))]}
          value={search.domain ?? ''}
        />
        <SelectField
          label="Order"
          onChange={(sort) => set({ sort })}
          options={Object.entries(taskSorts).map(([value, label]) => ({ value, label }))}
          value={search.sort ?? 'hardest'}
        />
        <Button
          aria-pressed={search.suspect === '1'}
          disabled={suspects === 0}
          look={search.suspect === '1' ? 'primary' : 'plain'}
          onClick={() => set({ suspect: search.suspect === '1' ? '' : '1' })}
        >
          {formatCount(suspects)} suspects
        </Button>
        <output className="text-small text-soft">
          {formatCount(rows.length)} of {formatCount(list.ids.length)}
        </output>
      </div>
      <VirtualTable
        columns={[
          { id: 'task', title: 'task', width: '12rem' },
          { id: 'solved', title: 'solved', width: '11rem', isCardRight: true },
          { id: 'domains', title: 'domains', width: 'minmax(8rem,1fr)', isCardLine: true },
          { id: 'libs', title: 'libraries', width: 'minmax(8rem,1.2fr)', isWideOnly: true },
          { id: 'why', title: 'suspect', width: 'minmax(10rem,1.5fr)', isWideOnly: true },
        ]}
        count={rows.length}
        empty={<Empty title="No task matches">Drop a part of the filter above.</Empty>}
        label="Tasks"
        name={`tasks:${JSON.stringify(search)}`}
        onOpen={(at) => open(rows[at] ?? 0)}
        renderCell={(at, column) => <TaskCell column={column} list={list} row={rows[at] ?? 0} />}
      />
    </div>
  );
}

interface TaskCellProps {
  readonly list: TaskListDocument;
  readonly row: number;
  readonly column: string;
}

function TaskCell({ list, row, column }: TaskCellProps) {
  const id = list.ids[row] ?? '';
  const passed = list.passed[row] ?? 0;
  const answers = list.answers[row] ?? 0;
  switch (column) {
    case 'task':
      return (
        <>
          <Link className="font-medium hover:underline" params={{ _splat: id }} to="/tasks/$">
            {id}
          </Link>
          {list.hard[row] && <span className="ml-2 rounded bg-sunken px-1.5 text-faint text-tiny">hard</span>}
        </>
      );
    case 'solved':
      return (
        <span className="flex items-center gap-2.5 tabular-nums">
          <span aria-hidden="true" className="h-1.5 w-16 overflow-hidden rounded-full bg-sunken">
            <span
              className="block h-full rounded-full bg-pass"
              style={{ width: `${answers === 0 ? 0 : (100 * passed) / answers}%` }}
            />
          </span>
          {passed} of {answers}
          {answers > 9 && <span className="text-faint text-small">{formatShare(passed / answers)}</span>}
        </span>
      );
    case 'domains':
      return <span className="text-soft">{list.domains[row]?.join(', ')}</span>;
    case 'libs':
      return <span className="text-soft">{list.libs[row]?.join(', ')}</span>;
    default:
      return <span className="text-small text-warn">{list.suspicions[row]?.join(' ')}</span>;
  }
}

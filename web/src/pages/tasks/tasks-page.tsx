import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { TaskListDocument } from '../../../../src/schema/view/task-document.ts';
import { useAudit } from '../../data/use-audit.ts';
import { useData } from '../../data/use-data.ts';
import { AuditBadge } from '../../ui/audit-badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SearchField, SelectField } from '../../ui/fields.tsx';
import { formatCount, formatShare } from '../../ui/format.ts';
import { Page } from '../../ui/page.tsx';
import { Empty, Resolved } from '../../ui/states.tsx';
import { VirtualTable } from '../../ui/virtual-table.tsx';
import { countWitnesses } from '../audit/filter-audits.ts';
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
  const auditOf = useAudit();
  const witnesses = countWitnesses(list.ids.flatMap((id) => auditOf(id) ?? []));
  const rows = useMemo(
    () =>
      sortTasks(list, search).filter(
        (row) =>
          search.witness === undefined ||
          auditOf(list.ids[row] ?? '')?.findings.some(({ witness }) => witness === search.witness),
      ),
    [list, search, auditOf],
  );
  const open = (row: number) => void navigate({ to: '/tasks/$', params: { _splat: list.ids[row] ?? '' } });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label="Filter tasks"
          onChange={(q) => set({ q })}
          placeholder="Id, title, prompt or library"
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
        {suspects > 0 && (
          <Button
            aria-pressed={search.suspect === '1'}
            look={search.suspect === '1' ? 'primary' : 'plain'}
            onClick={() => set({ suspect: search.suspect === '1' ? '' : '1' })}
          >
            {formatCount(suspects)} suspects
          </Button>
        )}
        {witnesses.length > 0 && (
          <SelectField
            label="Witness"
            onChange={(witness) => set({ witness })}
            options={[
              { value: '', label: 'All witnesses' },
              ...witnesses.map(([witness, found]) => ({ value: witness, label: `${witness} (${found})` })),
            ]}
            value={search.witness ?? ''}
          />
        )}
        <output className="text-small text-soft">
          {formatCount(rows.length)} of {formatCount(list.ids.length)}
        </output>
      </div>
      <VirtualTable
        columns={[
          { id: 'task', title: 'task', width: 'minmax(14rem,1.6fr)', isCardLine: true },
          { id: 'solved', title: 'solved', width: '10rem' },
          { id: 'domains', title: 'domains', width: 'minmax(6rem,0.7fr)', isWideOnly: true },
          { id: 'libs', title: 'libraries', width: 'minmax(6rem,0.7fr)', isWideOnly: true },
          { id: 'why', title: 'audit', width: 'minmax(10rem,1fr)', isCardRight: true },
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
          {list.hard[row] && <span className="ml-2 rounded bg-sunken px-1.5 text-faint text-tiny">hard</span>}{' '}
          <span className="ml-1 text-small text-soft" title={list.titles[row]}>
            {list.titles[row]}
          </span>
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
      return <Doubt suspicions={list.suspicions[row] ?? []} taskId={id} />;
  }
}

/** What the audit says, and what the runs that are open make look odd. */
function Doubt({ taskId, suspicions }: { readonly taskId: string; readonly suspicions: readonly string[] }) {
  const audit = useAudit()(taskId);
  const said = [audit?.findings[0]?.sentence, ...suspicions].filter(Boolean).join(' ');
  return (
    <span className="flex items-center gap-2 text-small" title={said}>
      <AuditBadge taskId={taskId} />
      <span className={classNames('truncate max-lg:hidden', audit?.verdict === 'sound' ? 'text-soft' : 'text-warn')}>
        {said}
      </span>
    </span>
  );
}

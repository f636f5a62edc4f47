import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { AuditDocument } from '../../../../src/schema/view/overview-document.ts';
import { showAll } from '../../code/visible-text.ts';
import { useData } from '../../data/use-data.ts';
import { useTitles } from '../../data/use-titles.ts';
import { VerdictBadge } from '../../ui/audit-badge.tsx';
import { SearchField, SelectField } from '../../ui/fields.tsx';
import { formatCount, plural } from '../../ui/format.ts';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Command, Empty, Resolved } from '../../ui/states.tsx';
import { VirtualTable } from '../../ui/virtual-table.tsx';
import { countWitnesses, filterAudits, findingOf } from './filter-audits.ts';

const route = getRouteApi('/audit');
const verdicts = ['broken', 'suspect', 'sound'] as const;

/** Which tasks can be trusted, and what speaks against the others. */
export function AuditPage() {
  const { queries } = useData();
  return (
    <Page facts="Which tasks can be trusted, with what speaks against the others" name="Audit">
      <Resolved query={useQuery(queries.audit())} rows={10}>
        {(document) => <Audits document={document} />}
      </Resolved>
    </Page>
  );
}

function Audits({ document }: { readonly document: AuditDocument }) {
  const { tasks, problems } = document;
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/audit' });
  const set = (change: Partial<typeof search>) =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true, resetScroll: false });
  const titleOf = useTitles();
  if (tasks.length === 0) {
    return (
      <Panel>
        <Empty title="These folders hold no audit">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
          <p>An audit asks witnesses about every task and writes what they say beside the runs:</p>
          <Command line="bcb audit --subset starter" />
        </Empty>
      </Panel>
    );
  }
  const rows = filterAudits(tasks, search, titleOf);
  const count = (verdict: string) => tasks.filter((audit) => audit.verdict === verdict).length;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label="Filter tasks"
          onChange={(q) => set({ q })}
          placeholder="Task or finding"
          value={search.q ?? ''}
        />
        <SelectField
          label="Verdict"
          onChange={(verdict) => set({ verdict })}
          options={[
            { value: '', label: 'All verdicts' },
            ...verdicts.map((verdict) => ({ value: verdict, label: `${verdict} (${count(verdict)})` })),
          ]}
          value={search.verdict ?? ''}
        />
        <SelectField
          label="Witness"
          onChange={(witness) => set({ witness })}
          options={[
            { value: '', label: 'All witnesses' },
            ...countWitnesses(tasks).map(([witness, found]) => ({ value: witness, label: `${witness} (${found})` })),
          ]}
          value={search.witness ?? ''}
        />
        <output className="text-small text-soft">
          {formatCount(rows.length)} of {plural(tasks.length, 'task')}
        </output>
      </div>
      <VirtualTable
        columns={[
          { id: 'verdict', title: 'verdict', width: '6rem' },
          { id: 'task', title: 'task', width: 'minmax(12rem,1fr)' },
          { id: 'witness', title: 'witness', width: '10rem', isWideOnly: true },
          { id: 'why', title: 'what it says', width: 'minmax(12rem,2fr)', isCardLine: true },
        ]}
        count={rows.length}
        empty={<Empty title="No task matches">Drop a part of the filter above.</Empty>}
        label="Audited tasks"
        name={`audit:${JSON.stringify(search)}`}
        onOpen={(at) =>
          void navigate({ to: '/tasks/$', params: { _splat: rows[at]?.taskId ?? '' }, search: { tab: 'audit' } })
        }
        renderCell={(at, column) => {
          const audit = rows[at];
          if (audit === undefined) return null;
          const finding = findingOf(audit, search.witness);
          if (column === 'verdict') return <VerdictBadge verdict={audit.verdict} />;
          if (column === 'witness') return <span className="text-soft">{finding?.witness}</span>;
          if (column === 'why') {
            const sentence = showAll(finding?.sentence ?? '');
            return <span title={sentence}>{sentence}</span>;
          }
          return (
            <>
              <Link
                className="font-medium hover:underline"
                params={{ _splat: audit.taskId }}
                search={{ tab: 'audit' }}
                to="/tasks/$"
              >
                {audit.taskId}
              </Link>{' '}
              <span className="ml-1 text-small text-soft">{titleOf(audit.taskId)}</span>
            </>
          );
        }}
      />
    </div>
  );
}

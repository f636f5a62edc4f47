import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { FailureCluster, FailuresDocument } from '../../../../src/schema/view/overview-document.ts';
import type { RunSummary } from '../../../../src/schema/view/run-document.ts';
import { showAll } from '../../code/visible-text.ts';
import { useData } from '../../data/use-data.ts';
import { useTitles } from '../../data/use-titles.ts';
import { Button } from '../../ui/button.tsx';
import { SearchField, SelectField } from '../../ui/fields.tsx';
import { formatCount, plural } from '../../ui/format.ts';
import { OutcomeBadge } from '../../ui/outcome-mark.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { nameById, nameWithSplit } from '../../ui/run-name.ts';
import { Empty, Resolved } from '../../ui/states.tsx';
import { useRowCursor } from '../../ui/use-row-cursor.ts';

const route = getRouteApi('/failures');

const shownAtMost = 150;

/** The same failure in many places, so that a broken environment or a bad test is seen as one thing. */
export function FailuresPage() {
  const { queries } = useData();
  const runs = useQuery(queries.runs()).data?.runs ?? [];
  return (
    <Page facts="Failures of all runs that say the same, numbers, paths and quoted values aside" name="Failures">
      <Resolved query={useQuery(queries.failures())} rows={10}>
        {(document) => <Clusters document={document} runs={runs} />}
      </Resolved>
    </Page>
  );
}

interface ClustersProps {
  readonly document: FailuresDocument;
  readonly runs: readonly RunSummary[];
}

function Clusters({ document, runs }: ClustersProps) {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/failures' });
  const set = (change: Partial<typeof search>) =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true, resetScroll: false });
  const words = (search.q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const shared = document.clusters.filter(({ isShared }) => isShared).length;
  const matching = document.clusters.filter(
    (cluster) =>
      (search.run === undefined || cluster.runIds.includes(search.run)) &&
      (search.shared !== '1' || cluster.isShared) &&
      words.every((word) => `${cluster.example} ${cluster.pattern} ${cluster.cause}`.toLowerCase().includes(word)),
  );
  const toggle = ({ key }: FailureCluster) => set({ open: search.open === key ? undefined : key });
  const cursor = useRowCursor({
    count: Math.min(matching.length, shownAtMost),
    name: 'failures',
    onOpen: (row) => {
      const cluster = matching[row];
      if (cluster !== undefined) toggle(cluster);
    },
  });
  if (document.failures === 0) {
    return (
      <Panel>
        <Empty title="Nothing failed" />
      </Panel>
    );
  }
  const most = Math.max(1, ...matching.map(({ count }) => count));
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label="Filter failures"
          onChange={(q) => set({ q })}
          placeholder="Part of a message"
          value={search.q ?? ''}
        />
        <SelectField
          label="Run"
          onChange={(run) => set({ run })}
          options={[
            { value: '', label: 'All runs' },
            ...runs.map((run) => ({ value: run.id, label: nameWithSplit(run) })),
          ]}
          value={search.run ?? ''}
        />
        {shared > 0 && (
          <Button
            aria-pressed={search.shared === '1'}
            look={search.shared === '1' ? 'primary' : 'plain'}
            onClick={() => set({ shared: search.shared === '1' ? undefined : '1' })}
          >
            {formatCount(shared)} in most models
          </Button>
        )}
        <output className="text-small text-soft">
          {plural(matching.length, 'kind')} · {plural(document.failures, 'failure')}
        </output>
      </div>
      <Panel isFlush>
        <div
          aria-hidden="true"
          className="grid grid-cols-[8rem_1fr_7rem_11rem] gap-x-4 border-line border-b px-4 py-2 text-faint text-small max-lg:hidden"
        >
          <span>outcome</span>
          <span>one of them says</span>
          <span className="text-right">times</span>
          <span className="text-right">where</span>
        </div>
        <ul
          aria-label="Kinds of failures"
          ref={(element) => {
            cursor.list.current = element;
          }}
        >
          {matching.slice(0, shownAtMost).map((cluster, row) => (
            <Cluster
              cluster={cluster}
              isOpen={search.open === cluster.key}
              key={cluster.key}
              most={most}
              onToggle={() => toggle(cluster)}
              row={row}
              runs={runs}
            />
          ))}
        </ul>
        {matching.length === 0 && <Empty title="No kind of failure matches" />}
      </Panel>
    </div>
  );
}

interface ClusterProps {
  readonly cluster: FailureCluster;
  readonly runs: readonly RunSummary[];
  readonly row: number;
  readonly most: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function Cluster({ cluster, runs, row, most, isOpen, onToggle }: ClusterProps) {
  const { outcome, pattern, example, count, runIds, taskIds, isShared, samples } = cluster;
  const titleOf = useTitles();
  const [first] = samples;
  return (
    <li className="border-line border-b last:border-b-0">
      <button
        aria-expanded={isOpen}
        className="grid w-full grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 px-4 py-2.5 text-left -outline-offset-2 hover:bg-sunken/60 lg:grid-cols-[8rem_1fr_7rem_11rem]"
        data-row={row}
        onClick={onToggle}
        tabIndex={row === 0 ? 0 : -1}
        type="button"
      >
        <span>
          <OutcomeBadge outcome={outcome} />
        </span>
        <span className="min-w-0 max-lg:col-span-2 max-lg:row-start-2">
          <span className="block break-words font-mono text-small lg:truncate">{showAll(example)}</span>
          {first !== undefined && (
            <span className="block truncate text-small text-soft">
              {first.taskId} {titleOf(first.taskId)}
            </span>
          )}
        </span>
        <span className="flex items-center justify-end gap-2 tabular-nums">
          <span aria-hidden="true" className="h-1.5 w-12 overflow-hidden rounded-full bg-sunken">
            <span className="block h-full rounded-full bg-fail" style={{ width: `${(100 * count) / most}%` }} />
          </span>
          {formatCount(count)}×
        </span>
        <span className="text-right text-small text-soft max-lg:col-span-2 max-lg:text-left">
          {plural(taskIds.length, 'task')} · {plural(runIds.length, 'run')}
        </span>
      </button>
      {isOpen && (
        <div className="bg-sunken/60 px-4 pt-1 pb-4">
          {isShared && (
            <p className="mb-2 text-small text-warn">
              Most models fail these tasks this way: look at the environment or the tests before the models.
            </p>
          )}
          {count > 1 && (
            <p className="mb-2 break-words text-small text-soft">
              Alike in <span className="font-mono">{showAll(pattern)}</span>
            </p>
          )}
          <ul className="flex flex-col gap-y-1 text-small">
            {samples.map((sample) => (
              <li key={`${sample.runId} ${sample.taskId} ${sample.index}`}>
                <Link
                  className="text-accent hover:underline"
                  params={{ runId: sample.runId, index: String(sample.index), _splat: sample.taskId }}
                  to="/runs/$runId/s/$index/$"
                >
                  {sample.taskId}
                </Link>{' '}
                <span className="text-soft">{titleOf(sample.taskId)}</span>{' '}
                <span className="text-faint">{nameById(runs, sample.runId)}</span>
              </li>
            ))}
            {count > samples.length && <li className="text-faint">and {formatCount(count - samples.length)} more</li>}
          </ul>
        </div>
      )}
    </li>
  );
}

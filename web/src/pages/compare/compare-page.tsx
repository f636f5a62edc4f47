import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { describeMismatch } from '../../../../src/report/compare/describe-mismatch.ts';
import type { CompareDocument } from '../../../../src/schema/view/overview-document.ts';
import type { RunSummary } from '../../../../src/schema/view/run-document.ts';
import { useData } from '../../data/use-data.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { nameChoice, nameRun } from '../../ui/run-name.ts';
import { Command, Empty, Resolved } from '../../ui/states.tsx';
import { Agreement } from './agreement.tsx';
import { Headline } from './headline.tsx';
import { ManyRuns } from './many-runs.tsx';
import { mostCompared, pickRuns } from './pick-runs.ts';
import { FurtherSlices, SliceForest } from './slice-forest.tsx';
import { TaskPairs } from './task-pairs.tsx';

const route = getRouteApi('/compare');

/** Is B better than A, where, and why. */
export function ComparePage() {
  const { queries } = useData();
  return (
    <Page facts="Two to six runs on the same tasks, task by task" name="Compare">
      <Resolved query={useQuery(queries.runs())}>{({ runs }) => <Chooser runs={runs} />}</Resolved>
    </Page>
  );
}

function Chooser({ runs }: { readonly runs: readonly RunSummary[] }) {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/compare' });
  const set = (change: Partial<typeof search>) =>
    void navigate({ search: (old) => ({ ...old, ...change }), replace: true, resetScroll: false });
  const { queries } = useData();
  const baseline = useQuery(queries.info()).data?.baseline;
  const picked = pickRuns(runs, { a: baseline ?? search.a, b: search.b });
  const [a, b] = picked;
  if (a === undefined || b === undefined) {
    return (
      <Panel>
        <Empty title="Comparing takes two runs">
          <Command line="bcb view one_folder another_folder" />
        </Empty>
      </Panel>
    );
  }
  const others = picked.slice(1);
  const setOthers = (ids: readonly string[]) => set({ a: a.id, b: ids.join(',') });
  const label = (run: RunSummary) => ({ value: run.id, label: nameChoice(run) });
  const free = runs.filter((run) => !picked.includes(run));
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <SelectField
          label="Run A, the baseline"
          onChange={(id) => set({ a: id, b: others.map((run) => run.id).join(',') })}
          options={runs.filter(({ id }) => baseline === undefined || id === baseline).map(label)}
          value={a.id}
        />
        <span className="text-soft">against</span>
        {others.map((run, at) => (
          <span className="flex max-w-full items-center" key={run.id}>
            <SelectField
              label={`Run ${'BCDEF'[at] ?? ''}`}
              onChange={(id) => setOthers(others.map((other) => (other === run ? id : other.id)))}
              options={[run, ...free].map(label)}
              value={run.id}
            />
            {others.length > 1 && (
              <Button
                aria-label={`Without ${nameChoice(run)}`}
                icon="close"
                look="quiet"
                onClick={() => setOthers(others.filter((other) => other !== run).map(({ id }) => id))}
              />
            )}
          </span>
        ))}
        {free.length > 0 && picked.length < mostCompared && (
          <SelectField
            label="Another run to compare"
            onChange={(id) => setOthers([...others.map((run) => run.id), id])}
            options={[{ value: '', label: 'Add a run …' }, ...free.map(label)]}
            value=""
          />
        )}
        {baseline === undefined && others.length === 1 && (
          <Button onClick={() => set({ a: b.id, b: a.id })}>Swap</Button>
        )}
      </div>
      {others.length > 1 ? (
        <ManyRuns onPair={(id) => setOthers([id])} runs={picked} />
      ) : (
        <Comparison key={`${a.id} ${b.id}`} pair={[a, b]} />
      )}
    </div>
  );
}

interface ComparisonProps {
  readonly pair: readonly [RunSummary, RunSummary];
}

function Comparison({ pair }: ComparisonProps) {
  const [a, b] = pair;
  const { queries } = useData();
  return (
    <Resolved query={useQuery(queries.compare(a.id, b.id))} rows={10}>
      {(document) => <Sections document={document} pair={pair} />}
    </Resolved>
  );
}

function Sections({ document, pair }: ComparisonProps & { readonly document: CompareDocument }) {
  return (
    <div className="flex flex-col gap-4">
      <Mismatches document={document} />
      <Headline document={document} names={[nameRun(pair[0]), nameRun(pair[1])]} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(20rem,2fr)_3fr]">
        <Agreement document={document} />
        <SliceForest document={document} slices={document.comparison.by_domain} title="By domain" />
      </div>
      <FurtherSlices document={document} />
      <TaskPairs document={document} />
    </div>
  );
}

/** What makes the two numbers incomparable, field by field. */
function Mismatches({ document }: { readonly document: CompareDocument }) {
  const { mismatches } = document.comparison;
  if (mismatches.length === 0) return null;
  return (
    <section className="rounded-lg bg-warn-soft px-4 py-3 text-warn" role="alert">
      <p className="font-semibold">These runs were not measured alike: the difference below may come from that.</p>
      <ul className="mt-1 text-small">
        {mismatches.map((mismatch) => (
          <li className="break-words" key={mismatch.field}>
            {describeMismatch(mismatch)}
          </li>
        ))}
      </ul>
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { CompareDocument } from '../../../../src/schema/view/overview-document.ts';
import type { RunSummary } from '../../../../src/schema/view/run-document.ts';
import { useData } from '../../data/use-data.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { nameRun } from '../../ui/run-name.ts';
import { Command, Empty, Resolved } from '../../ui/states.tsx';
import { Agreement } from './agreement.tsx';
import { Headline } from './headline.tsx';
import { FurtherSlices, SliceForest } from './slice-forest.tsx';
import { TaskPairs } from './task-pairs.tsx';

const route = getRouteApi('/compare');

/** Is B better than A, where, and why. */
export function ComparePage() {
  const { queries } = useData();
  return (
    <Page facts="Two runs on the same tasks, task by task" name="Compare">
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
  const a =
    runs.find(({ id }) => id === (baseline ?? search.a)) ??
    runs.findLast((run) => hasPartner(runs, run)) ??
    runs.at(-1);
  const b = runs.find(({ id }) => id === search.b) ?? pickPartner(runs, a);
  if (a === undefined || b === undefined) {
    return (
      <Panel>
        <Empty title="Comparing takes two runs">
          <Command line="bcb view one_folder another_folder" />
        </Empty>
      </Panel>
    );
  }
  const options = runs.map((run) => ({ value: run.id, label: nameRun(run) }));
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <SelectField
          label="Run A, the baseline"
          onChange={(id) => set({ a: id })}
          options={options.filter(({ value }) => baseline === undefined || value === baseline)}
          value={a.id}
        />
        <span className="text-soft">against</span>
        <SelectField
          label="Run B"
          onChange={(id) => set({ b: id })}
          options={options.filter(({ value }) => value !== baseline)}
          value={b.id}
        />
        {baseline === undefined && <Button onClick={() => set({ a: b.id, b: a.id })}>Swap</Button>}
      </div>
      <Comparison key={`${a.id} ${b.id}`} a={a.id} b={b.id} />
    </div>
  );
}

/** The run to compare with: one that was asked the same. */
function pickPartner(runs: readonly RunSummary[], a: RunSummary | undefined): RunSummary | undefined {
  const others = runs.filter((run) => run !== a);
  return (
    others.find((run) => a !== undefined && isAskedAlike(run, a)) ??
    others.find(({ subset }) => subset === a?.subset) ??
    others[0]
  );
}

function hasPartner(runs: readonly RunSummary[], run: RunSummary): boolean {
  return runs.some((other) => other !== run && isAskedAlike(other, run));
}

function isAskedAlike(a: RunSummary, b: RunSummary): boolean {
  return a.split === b.split && a.subset === b.subset;
}

function Comparison({ a, b }: { readonly a: string; readonly b: string }) {
  const { queries } = useData();
  return (
    <Resolved query={useQuery(queries.compare(a, b))} rows={10}>
      {(document) => <Sections document={document} />}
    </Resolved>
  );
}

function Sections({ document }: { readonly document: CompareDocument }) {
  return (
    <div className="flex flex-col gap-4">
      <Mismatches document={document} />
      <Headline document={document} />
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
      <p className="font-semibold">
        These runs were not measured alike, so the difference below may not be the models’.
      </p>
      <ul className="mt-1 text-small">
        {mismatches.map(({ field, a, b }) => (
          <li className="break-words" key={field}>
            {field}: {a} / {b}
          </li>
        ))}
      </ul>
    </section>
  );
}

import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CompareDocument } from '../../../../src/schema/view/overview-document.ts';
import type { RunSummary } from '../../../../src/schema/view/run-document.ts';
import { useData } from '../../data/use-data.ts';
import { usePages } from '../../data/use-pages.ts';
import { useTitles } from '../../data/use-titles.ts';
import { Button } from '../../ui/button.tsx';
import { formatP, formatPoints, formatShare } from '../../ui/format.ts';
import { OutcomeSign } from '../../ui/outcome-mark.tsx';
import { Panel } from '../../ui/panel.tsx';
import { nameRun } from '../../ui/run-name.ts';
import { Empty, Loading, Problem } from '../../ui/states.tsx';
import { VirtualTable } from '../../ui/virtual-table.tsx';
import { adjustPs, joinRows } from './many-rows.ts';

const significance = 0.05;

interface ManyRunsProps {
  /** The baseline first. */
  readonly runs: readonly RunSummary[];
  readonly onPair: (id: string) => void;
}

/** Several runs against one baseline, and all of them task by task. */
export function ManyRuns({ runs, onPair }: ManyRunsProps) {
  const { queries } = useData();
  const [a, ...others] = runs;
  const answers = useQueries({ queries: others.map(({ id }) => queries.compare(a?.id ?? '', id)) });
  const failed = answers.find(({ error }) => error !== null);
  if (failed?.error) return <Problem error={failed.error} />;
  const documents = answers.flatMap(({ data }) => data ?? []);
  if (documents.length < others.length) return <Loading rows={8} />;
  return (
    <>
      <Deltas documents={documents} onPair={onPair} runs={runs} />
      <ManyTasks documents={documents} runs={runs} />
    </>
  );
}

interface DocumentsProps {
  readonly documents: readonly CompareDocument[];
  readonly runs: readonly RunSummary[];
}

function Deltas({ documents, runs, onPair }: DocumentsProps & { readonly onPair: (id: string) => void }) {
  const [baseline] = runs;
  const ps = adjustPs(documents);
  const unlike = documents.filter(({ comparison }) => comparison.mismatches.length > 0);
  return (
    <Panel
      hint="on the tasks of both; p adjusted by Holm for the number of comparisons"
      isFlush
      title="Against the baseline"
    >
      <table aria-label="Against the baseline" className="mb-2 w-full text-small tabular-nums">
        <thead>
          <tr className="text-left text-faint">
            <th className="px-4 py-1.5 font-medium" scope="col">
              run
            </th>
            <th className="px-2 text-right font-medium" scope="col">
              score
            </th>
            <th className="px-2 text-right font-medium" scope="col">
              difference
            </th>
            <th className="px-2 font-medium max-sm:hidden" scope="col">
              95% interval
            </th>
            <th className="px-2 font-medium" scope="col">
              p
            </th>
            <th className="px-4 max-sm:hidden" scope="col">
              <span className="sr-only">Detail</span>
            </th>
          </tr>
        </thead>
        <tbody>
          <tr className="border-line border-t">
            <th className="px-4 py-2 text-left font-medium" scope="row">
              A · {baseline && nameRun(baseline)}
            </th>
            <td className="px-2 text-right">{documents[0] && formatShare(documents[0].comparison.a.score / 100)}</td>
            <td className="px-2 text-right text-faint">baseline</td>
            <td className="max-sm:hidden" />
            <td />
            <td className="max-sm:hidden" />
          </tr>
          {documents.map(({ b, comparison }, at) => {
            const p = ps[at] ?? 1;
            const look = p >= significance ? 'text-soft' : comparison.delta > 0 ? 'text-pass' : 'text-fail';
            return (
              <tr className="border-line border-t" key={b.id}>
                <th className="px-4 py-2 text-left font-medium" scope="row">
                  {letterOf(at + 1)} · {nameRun(runs[at + 1] ?? b)}
                </th>
                <td className="px-2 text-right">{formatShare(comparison.b.score / 100)}</td>
                <td className={`px-2 text-right font-semibold ${look}`}>{formatPoints(comparison.delta)}</td>
                <td className="px-2 text-soft max-sm:hidden">
                  {formatPoints(comparison.interval[0])} to {formatPoints(comparison.interval[1])}
                </td>
                <td className="whitespace-nowrap px-2 text-soft">
                  {formatP(p)}
                  {p >= significance && <span className="max-sm:hidden">, may be chance</span>}
                </td>
                <td className="px-4 text-right max-sm:hidden">
                  <Button look="quiet" onClick={() => onPair(b.id)}>
                    This pair
                  </Button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {unlike.length > 0 && (
        <p className="mx-4 mb-3 rounded-md bg-warn-soft px-3 py-2 text-small text-warn">
          Not measured like the baseline:{' '}
          {unlike
            .map(({ b, comparison }) => `${nameRun(b)} (${comparison.mismatches.map(({ field }) => field).join(', ')})`)
            .join('; ')}
          .
        </p>
      )}
    </Panel>
  );
}

/** `A`, `B`, …: how runs are called at the head of narrow columns. */
function letterOf(at: number): string {
  return String.fromCharCode(65 + at);
}

function ManyTasks({ documents, runs }: DocumentsProps) {
  const canOpen = usePages().has('/tasks');
  const titleOf = useTitles();
  const rows = joinRows(documents);
  return (
    <section aria-label="Tasks" className="flex flex-col gap-2">
      <h2 className="font-semibold text-base">
        {rows.length} common tasks <span className="font-normal text-small text-soft">where they differ first</span>
      </h2>
      <VirtualTable
        columns={[
          { id: 'task', title: 'task', width: 'minmax(12rem,1.5fr)', isCardLine: true },
          ...runs.map((run, at) => ({
            id: String(at),
            title: `${letterOf(at)} · ${nameRun(run)}`,
            width: 'minmax(4rem,1fr)',
          })),
        ]}
        count={rows.length}
        empty={<Empty title="These runs have no task in common" />}
        label="Tasks of all runs"
        name={`many:${runs.map(({ id }) => id).join()}`}
        onOpen={() => {}}
        renderCell={(at, column) => {
          const row = rows[at];
          if (row === undefined) return null;
          if (column === 'task') {
            return (
              <>
                {canOpen ? (
                  <Link className="font-medium hover:underline" params={{ _splat: row.taskId }} to="/tasks/$">
                    {row.taskId}
                  </Link>
                ) : (
                  <span className="font-medium">{row.taskId}</span>
                )}{' '}
                <span className="ml-1 text-small text-soft">{titleOf(row.taskId)}</span>
              </>
            );
          }
          const share = row.shares[Number(column)] ?? 0;
          const outcome = share >= 0.5 ? 'pass' : 'fail';
          return (
            <span className="flex items-center gap-2">
              <OutcomeSign label={`${letterOf(Number(column))}: ${outcome}`} outcome={outcome} />
              {share > 0 && share < 1 && <span className="tabular-nums">{formatShare(share)}</span>}
              <span className="truncate text-small text-soft max-lg:hidden">{row.causes[Number(column)]}</span>
            </span>
          );
        }}
      />
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { RunDocument } from '../../../../src/schema/view/run-document.ts';
import { sampleAt } from '../../data/filter-samples.ts';
import { useConnection } from '../../data/live.ts';
import { useData } from '../../data/use-data.ts';
import { Button } from '../../ui/button.tsx';
import { EstimateBar } from '../../ui/estimate.tsx';
import { formatCount, formatDuration, formatInterval, formatShare } from '../../ui/format.ts';
import { OutcomeBadge } from '../../ui/outcome-mark.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { nameRun } from '../../ui/run-name.ts';
import { RunState } from '../../ui/run-state.tsx';
import { Empty, Resolved } from '../../ui/states.tsx';
import { RunFacts } from '../run/run-facts.tsx';

const route = getRouteApi('/runs/$runId/live');

const latestShown = 15;
const slowestShown = 6;

/** A run under way: how far, how good so far, what came last. */
export function LivePage() {
  const { runId } = route.useParams();
  const { queries } = useData();
  return (
    <Resolved query={useQuery(queries.run(runId))} rows={10}>
      {(document) => <Live document={document} />}
    </Resolved>
  );
}

function Live({ document: newest }: { readonly document: RunDocument }) {
  const [paused, setPaused] = useState<RunDocument | undefined>();
  const document = paused ?? newest;
  const { run, samples } = document;
  const { queries } = useData();
  const listed = useQuery(queries.runs()).data?.runs.find(({ id }) => id === run.id);
  const name = nameRun(listed ?? run);
  const rate = useRate(newest.run.verdicts);
  const left = newest.run.total - newest.run.verdicts;
  const verdicts = samples.task.length;
  const latest = Array.from({ length: Math.min(latestShown, verdicts) }, (_, at) => verdicts - 1 - at);
  const slowest = samples.cpuMs
    .map((ms, row) => ({ ms, row }))
    .filter(({ ms }) => ms > 0)
    .sort((a, b) => b.ms - a.ms)
    .slice(0, slowestShown);
  return (
    <Page
      actions={
        <>
          {(newest.run.state === 'running' || paused !== undefined) && (
            <Button onClick={() => setPaused(paused === undefined ? newest : undefined)}>
              {paused === undefined ? 'Pause updates' : 'Resume updates'}
            </Button>
          )}
          <Link
            className="inline-flex h-8 items-center rounded-md border border-line-strong bg-card px-3 font-medium text-small"
            params={{ runId: run.id }}
            to="/runs/$runId"
          >
            All samples
          </Link>
        </>
      }
      crumbs={[
        { label: 'Runs', link: { to: '/' } },
        { label: name, link: { to: '/runs/$runId', params: { runId: run.id } } },
      ]}
      facts={<RunFacts run={run} />}
      heading={
        <>
          {name} <RunState run={newest.run} />
        </>
      }
      name={`Live · ${name}`}
    >
      <div className="flex flex-col gap-4">
        <Panel>
          <div className="grid gap-x-10 gap-y-5 pt-4 md:grid-cols-3">
            <div aria-live="polite">
              <p className="font-semibold text-hero tabular-nums">
                {formatCount(run.verdicts)}
                <span className="font-normal text-faint text-title"> of {formatCount(run.total)}</span>
              </p>
              <ProgressBar className="mt-3 h-2 w-full" done={run.verdicts} label="Verdicts" total={run.total} />
              <p className="mt-1 text-small text-soft">
                <Pace left={left} rate={rate} state={newest.run.state} />
              </p>
            </div>
            <div>
              <p className="font-semibold text-hero tabular-nums">
                {run.passAt1 === undefined ? '–' : formatShare(run.passAt1.value)}
                <span className="font-normal text-faint text-title">
                  {' '}
                  pass@1{run.state !== 'finished' && ' so far'}
                </span>
              </p>
              {run.passAt1 !== undefined && (
                <>
                  <div className="mt-3">
                    <EstimateBar estimate={run.passAt1} />
                  </div>
                  <p className="mt-1 text-small text-soft">
                    {formatInterval(run.passAt1.interval)} with 95% confidence
                  </p>
                </>
              )}
            </div>
            <Outcomes document={document} />
          </div>
        </Panel>
        <div className="grid gap-4 lg:grid-cols-2">
          <Panel isFlush title="Latest verdicts">
            <SampleLinks document={document} rows={latest} />
          </Panel>
          {slowest.length > 0 && (
            <Panel isFlush title={run.state === 'finished' ? 'Slowest' : 'Slowest so far'}>
              <SampleLinks document={document} rows={slowest.map(({ row }) => row)} />
            </Panel>
          )}
        </div>
      </div>
    </Page>
  );
}

interface PaceProps {
  readonly rate: number | undefined;
  readonly left: number;
  readonly state: RunDocument['run']['state'];
}

function Pace({ rate, left, state }: PaceProps) {
  const { isLive, staleSince } = useConnection();
  if (staleSince !== undefined)
    return `The server has not answered since ${new Date(staleSince).toLocaleTimeString('en')}.`;
  if (state === 'finished') return 'Finished.';
  if (state === 'stopped') return 'Stopped: the same command resumes it, and this page follows.';
  if (!isLive) return 'Connecting.';
  if (rate === undefined || rate === 0) return 'Waiting for the next verdict.';
  return `${rate.toFixed(rate < 10 ? 1 : 0)} verdicts a second, about ${formatDuration((1000 * left) / rate)} left`;
}

const windowMs = 20_000;

/** Verdicts a second over the last seconds; undefined until two counts are known. */
function useRate(verdicts: number): number | undefined {
  const seen = useRef<{ readonly at: number; readonly verdicts: number }[]>([]);
  const [rate, setRate] = useState<number | undefined>();
  useEffect(() => {
    const now = performance.now();
    seen.current = [...seen.current.filter(({ at }) => now - at < windowMs), { at: now, verdicts }];
    const [first] = seen.current;
    if (first === undefined || now - first.at < 500) return;
    setRate((1000 * (verdicts - first.verdicts)) / (now - first.at));
  }, [verdicts]);
  return rate;
}

function Outcomes({ document }: { readonly document: RunDocument }) {
  const { outcome, outcomes } = document.samples;
  const counts = new Map<number, number>();
  for (const at of outcome) counts.set(at, (counts.get(at) ?? 0) + 1);
  return (
    <ul className="flex flex-wrap content-center gap-x-5 gap-y-2">
      {[...counts]
        .sort(([, a], [, b]) => b - a)
        .map(([at, count]) => (
          <li className="flex items-center gap-2 tabular-nums" key={at}>
            <OutcomeBadge outcome={outcomes[at] ?? 'fail'} /> {formatCount(count)}
          </li>
        ))}
    </ul>
  );
}

function SampleLinks({ document, rows }: { readonly document: RunDocument; readonly rows: readonly number[] }) {
  if (rows.length === 0) return <Empty title="No verdicts yet">The first ones appear here.</Empty>;
  return (
    <ul className="pb-2">
      {rows.map((row) => {
        const sample = sampleAt(document, row);
        return (
          <li className="flex items-center gap-3 px-4 py-1" key={row}>
            <span className="w-24 shrink-0 sm:w-28">
              <OutcomeBadge outcome={sample.outcome} />
            </span>
            <Link
              className="min-w-0 truncate font-medium hover:underline max-sm:flex-1 sm:w-40 sm:shrink-0"
              params={{ runId: document.run.id, index: String(sample.index), _splat: sample.taskId }}
              to="/runs/$runId/s/$index/$"
            >
              {sample.taskId}
            </Link>
            <span className="min-w-0 flex-1 truncate text-soft max-sm:hidden">{sample.cause}</span>
            {/* Results of the original carry no times. */}
            {sample.cpuMs > 0 && (
              <span className="shrink-0 text-faint text-small tabular-nums">{formatDuration(sample.cpuMs)}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

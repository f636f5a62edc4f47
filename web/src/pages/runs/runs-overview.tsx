import { useNavigate } from '@tanstack/react-router';
import type { RunSummary } from '../../../../src/schema/view/run-document.ts';
import { IntervalPlot } from '../../charts/interval-plot.tsx';
import { zoomTo } from '../../charts/zoom.ts';
import { formatInterval, formatShare } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { nameWithSplit } from '../../ui/run-name.ts';
import { DomainTable } from './domain-table.tsx';

/** With more runs a picture says less than the table. */
const most = 10;

/** The scores of a few runs as a chart, and their domains side by side. */
export function RunsOverview({ runs }: { readonly runs: readonly RunSummary[] }) {
  const navigate = useNavigate();
  const scored = runs
    .flatMap((run) => (run.passAt1 === undefined ? [] : [{ run, passAt1: run.passAt1 }]))
    .sort((a, b) => b.passAt1.value - a.passAt1.value);
  if (scored.length === 0 || scored.length > most) return null;
  return (
    <div className="flex flex-col gap-4">
      <Panel hint="pass@1 with its 95% interval over tasks; widely overlapping intervals may be chance" title="Scores">
        <IntervalPlot
          domain={zoomTo(scored.map(({ passAt1 }) => passAt1.interval))}
          format={(value) => `${Math.round(100 * value)}%`}
          label="Scores with their intervals"
          onSelect={(runId) => void navigate({ to: '/runs/$runId', params: { runId } })}
          rows={scored.map(({ run, passAt1 }) => ({
            key: run.id,
            label: nameWithSplit(run),
            value: passAt1.value,
            interval: passAt1.interval,
            text: `${formatShare(passAt1.value)} (${formatInterval(passAt1.interval)})`,
          }))}
        />
      </Panel>
      <DomainTable runs={scored.map(({ run }) => run)} />
    </div>
  );
}

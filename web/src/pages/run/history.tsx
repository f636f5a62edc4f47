import { useNavigate } from '@tanstack/react-router';
import type { RunSummary } from '../../../../src/schema/view/run-document.ts';
import { IntervalPlot } from '../../charts/interval-plot.tsx';
import { zoomTo } from '../../charts/zoom.ts';
import { formatDate, formatInterval, formatShare } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { findHistory } from './find-history.ts';

interface HistoryProps {
  readonly run: RunSummary;
  readonly runs: readonly RunSummary[];
}

/** The model's score over time, where it was given the same tasks before. */
export function History({ run, runs }: HistoryProps) {
  const navigate = useNavigate();
  const history = findHistory(runs, run);
  if (history.length === 0) return null;
  return (
    <Panel hint="pass@1 with its 95% interval; this run in green" title="The model over time">
      <IntervalPlot
        domain={zoomTo(history.map(({ passAt1 }) => passAt1.interval))}
        format={(value) => `${Math.round(100 * value)}%`}
        label="Scores by date with their intervals"
        onSelect={(runId) => void navigate({ to: '/runs/$runId', params: { runId } })}
        rows={history.map((each) => ({
          key: each.id,
          label: formatDate(each.startedAt),
          value: each.passAt1.value,
          interval: each.passAt1.interval,
          text: `${formatShare(each.passAt1.value)} (${formatInterval(each.passAt1.interval)})`,
          ...(each.id === run.id ? { color: 'text-pass' } : {}),
        }))}
      />
    </Panel>
  );
}

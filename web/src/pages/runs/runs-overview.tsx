import { useNavigate } from '@tanstack/react-router';
import type { RunSummary } from '../../../../src/schema/view-document.ts';
import { IntervalPlot } from '../../charts/interval-plot.tsx';
import { formatInterval, formatShare, shortModelName } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';

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
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <Panel hint="pass@1 with its 95% interval over tasks; widely overlapping intervals may be chance" title="Scores">
        <IntervalPlot
          domain={[0, 1]}
          format={(value) => `${Math.round(100 * value)}%`}
          label="Scores with their intervals"
          onSelect={(runId) => void navigate({ to: '/runs/$runId', params: { runId } })}
          rows={scored.map(({ run, passAt1 }) => ({
            key: run.id,
            label: nameOf(run),
            value: passAt1.value,
            interval: passAt1.interval,
            text: `${formatShare(passAt1.value)} (${formatInterval(passAt1.interval)})`,
          }))}
        />
      </Panel>
      <Domains runs={scored.map(({ run }) => run)} />
    </div>
  );
}

function Domains({ runs }: { readonly runs: readonly RunSummary[] }) {
  const domains = [...new Set(runs.flatMap(({ byDomain = [] }) => byDomain.map(({ name }) => name)))].sort();
  if (domains.length === 0) return null;
  const groupOf = ({ byDomain = [] }: RunSummary, domain: string) => byDomain.find(({ name }) => name === domain);
  return (
    <Panel isFlush title="By domain">
      <div className="overflow-x-auto px-4 pb-3">
        <table aria-label="By domain" className="w-full text-small tabular-nums">
          <thead>
            <tr className="text-faint">
              <th className="py-1 text-left font-medium" scope="col">
                domain
              </th>
              <th className="px-2 text-right font-medium" scope="col">
                tasks
              </th>
              {runs.map((run) => (
                <th
                  className="max-w-40 truncate px-2 text-right font-medium"
                  key={run.id}
                  scope="col"
                  title={run.model}
                >
                  {nameOf(run)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {domains.map((domain) => (
              <tr className="border-line border-t" key={domain}>
                <th className="py-1 text-left font-normal" scope="row">
                  {domain}
                </th>
                <td className="px-2 text-right text-faint">
                  {Math.max(...runs.map((run) => groupOf(run, domain)?.tasks ?? 0))}
                </td>
                {runs.map((run) => {
                  const group = groupOf(run, domain);
                  return (
                    <td className="px-2 text-right" key={run.id}>
                      {group && (
                        <span title={formatInterval(group.passAt1.interval)}>{formatShare(group.passAt1.value)}</span>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function nameOf({ model, split }: RunSummary): string {
  return [shortModelName(model), split].filter(Boolean).join(' · ');
}

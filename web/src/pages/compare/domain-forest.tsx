import type { CompareDocument } from '../../../../src/schema/view/overview-document.ts';
import { IntervalPlot } from '../../charts/interval-plot.tsx';
import { formatPoints } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Empty } from '../../ui/states.tsx';

const margin = 5;

/** The difference in each domain. Exploratory: with many slices some look large by chance. */
export function DomainForest({ document }: { readonly document: CompareDocument }) {
  const { delta, interval, tasks, by_domain: slices } = document.comparison;
  const rows = [
    { name: 'all tasks', tasks, delta, interval, isAll: true },
    ...slices.map((slice) => ({ ...slice, isAll: false })),
  ];
  const reach = Math.max(margin, ...rows.flatMap((row) => row.interval.map(Math.abs)));
  return (
    <Panel hint="B − A in points with 95% intervals; under 20 tasks nothing is said" title="By domain">
      {slices.length === 0 && <Empty title="No domain has enough tasks, or the tasks are not at hand" />}
      <IntervalPlot
        domain={[-reach, reach]}
        format={formatPoints}
        label="Differences with their intervals, by domain"
        reference={0}
        rows={rows.map((row) => ({
          key: row.name,
          label: (
            <span className={row.isAll ? 'font-semibold' : ''}>
              {row.name} <span className="font-normal text-faint">{row.tasks}</span>
            </span>
          ),
          value: row.delta,
          interval: row.interval,
          text: formatPoints(row.delta),
          color: row.interval[0] > 0 ? 'text-pass' : row.interval[1] < 0 ? 'text-fail' : 'text-mute',
        }))}
      />
    </Panel>
  );
}

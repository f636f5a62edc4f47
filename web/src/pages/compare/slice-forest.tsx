import type { Comparison } from '../../../../src/schema/comparison.ts';
import type { CompareDocument } from '../../../../src/schema/view/overview-document.ts';
import { IntervalPlot } from '../../charts/interval-plot.tsx';
import { formatPoints } from '../../ui/format.ts';
import { Panel } from '../../ui/panel.tsx';

const margin = 5;
const shownAtMost = 12;

interface SliceForestProps {
  readonly document: CompareDocument;
  readonly slices: Comparison['by_domain'];
  readonly title: string;
}

/** The difference in each slice of the tasks. Exploratory: with many slices some look large by chance. */
export function SliceForest({ document, slices, title }: SliceForestProps) {
  const { delta, interval, tasks } = document.comparison;
  const rows = [
    { name: 'all tasks', tasks, delta, interval, isAll: true },
    ...slices.slice(0, shownAtMost).map((slice) => ({ ...slice, isAll: false })),
  ];
  const reach = Math.max(margin, ...rows.flatMap((row) => row.interval.map(Math.abs)));
  return (
    <Panel hint="B − A in points with 95% intervals; under 20 tasks nothing is said" title={title}>
      {slices.length === 0 && <p className="text-small text-soft">{describeNone(tasks)}</p>}
      <IntervalPlot
        domain={[-reach, reach]}
        format={formatPoints}
        label={`Differences with their intervals, ${title.toLowerCase()}`}
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

/** Libraries and difficulty, where the tasks say. */
export function FurtherSlices({ document }: { readonly document: CompareDocument }) {
  const { by_library: libraries, by_difficulty: difficulties } = document.comparison;
  if (libraries.length === 0 && difficulties.length === 0) return null;
  const surest = libraries.toSorted((a, b) => a.p - b.p || Math.abs(b.delta) - Math.abs(a.delta));
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      {libraries.length > 0 && <SliceForest document={document} slices={surest} title="By library" />}
      {difficulties.length > 0 && <SliceForest document={document} slices={difficulties} title="By difficulty" />}
    </div>
  );
}

const fewest = 20;

function describeNone(tasks: number): string {
  if (tasks < fewest) return `With ${tasks} common tasks there is no part of ${fewest} to look at.`;
  return `No part has ${fewest} tasks, or the tasks could not be read.`;
}

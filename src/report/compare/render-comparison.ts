import type { ComparedResult, ComparedSlice, Comparison, Comparisons } from '../../schema/comparison.ts';
import { toOneLine } from '../one-line.ts';
import type { TextStyle } from '../text-style.ts';
import { renderTable } from '../text-table.ts';
import { wrapText } from '../wrap-text.ts';
import {
  describeGate,
  describeMismatch,
  describeNoise,
  exploratory,
  formatCost,
  formatCount,
  formatP,
  formatPoints,
  formatRange,
  orderSlices,
  sliceTitles,
  summarizeComparison,
} from './comparison-words.ts';

export interface RenderComparisonOptions extends TextStyle {
  /** How many flips and slices are listed. */
  readonly listed: number;
}

/** What `compare` prints. */
export function renderComparisons({ comparisons }: Comparisons, options: RenderComparisonOptions): string {
  const [only] = comparisons;
  const parts =
    comparisons.length === 1 && only
      ? [renderComparison(only, options)]
      : [renderOverview(comparisons, options), ...comparisons.map((each) => renderComparison(each, options))];
  return `${parts.join('\n\n')}\n`;
}

function renderOverview(comparisons: readonly Comparison[], { colors, width }: RenderComparisonOptions): string {
  const rows = comparisons.map(({ b, delta, interval, p }) => [
    b.name,
    `${b.score.toFixed(1)}%`,
    formatPoints(delta),
    formatRange(interval),
    formatP(p),
  ]);
  const head = ['against the first', 'score', 'Δ points', '95% interval', 'Holm-adjusted'];
  return renderTable([head.map((cell) => colors.dim(cell)), ...rows], { right: [1, 2], hasHead: true, width });
}

function renderComparison(comparison: Comparison, options: RenderComparisonOptions): string {
  const { colors, width } = options;
  const { a, b, delta, interval, p, test, mismatches, excluded, notes } = comparison;
  const sentences = [
    `Smallest gap that could have been significant here: ${comparison.smallest_gap.toFixed(1)} points; found in 80 of 100 cases: ${comparison.likely_gap.toFixed(1)} points.`,
    describeNoise(comparison),
    describeGate(comparison),
    ...mismatches.map(describeMismatch),
    ...excluded.map(
      ({ reason, task_ids }) => `Not compared: ${task_ids.length} tasks ${reason} (${preview(task_ids)}).`,
    ),
    ...notes,
  ].filter((sentence) => sentence !== undefined);
  return [
    colors.bold(wrapText(summarizeComparison(comparison), width).join('\n')),
    renderTable(
      [
        ['A', colors.bold(a.name), ...describeSide(a)],
        ['B', colors.bold(b.name), ...describeSide(b)],
      ],
      { width },
    ),
    renderTable(
      [
        ['Δ (B − A)', `${formatPoints(delta)} points`, `${formatRange(interval)} (95%)`],
        ['p', formatP(p), test === 'mcnemar' ? 'exact McNemar' : 'sign-flip permutation'],
        [
          'tasks',
          String(comparison.tasks),
          `both ${formatCount(comparison.both)}, only A ${formatCount(comparison.only_a)}, only B ${formatCount(comparison.only_b)}, neither ${formatCount(comparison.neither)}`,
        ],
      ],
      { width },
    ),
    sentences.flatMap((sentence) => wrapText(sentence, width)).join('\n'),
    renderSlices(comparison, options),
    renderFlips(comparison, options),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function describeSide({ score, interval, samples, cost_per_solved, self_consistency }: ComparedResult): string[] {
  return [
    `${score.toFixed(1)}% (${interval[0].toFixed(1)}–${interval[1].toFixed(1)})`,
    ...(samples > 1 ? [`${samples} samples`] : []),
    ...(self_consistency === undefined ? [] : [`samples agree in ${self_consistency.toFixed(1)}%`]),
    ...(cost_per_solved === undefined ? [] : [`${formatCost(cost_per_solved)} per solved task`]),
  ];
}

function renderSlices(comparison: Comparison, { colors, width, listed }: RenderComparisonOptions): string {
  const kinds = Object.entries(sliceTitles) as [keyof typeof sliceTitles, string][];
  const tables = kinds.flatMap(([key, title]) => {
    const slices = orderSlices(comparison[key]);
    if (slices.length === 0) return [];
    return [
      `${colors.underline(title)}\n${renderTable(slices.slice(0, listed).map(describeSlice), { right: [1, 2], indent: '  ', width })}`,
    ];
  });
  return tables.length === 0 ? '' : [...tables, colors.dim(wrapText(exploratory, width).join('\n'))].join('\n');
}

function describeSlice({ name, tasks, a, b, delta, interval, p }: ComparedSlice): string[] {
  return [
    name,
    `${tasks} tasks`,
    formatPoints(delta),
    formatRange(interval),
    `${a.toFixed(1)} → ${b.toFixed(1)}`,
    formatP(p),
  ];
}

function renderFlips({ flips }: Comparison, { colors, width, listed }: RenderComparisonOptions): string {
  if (flips.length === 0) return '';
  const rows = flips
    .slice(0, listed)
    .map(({ task_id, a, b, cause }) => [
      task_id,
      `${paint(a, colors)} → ${paint(b, colors)}`,
      toOneLine(cause).slice(0, 90),
    ]);
  const more = flips.length > listed ? `\n  … and ${flips.length - listed} more (--json, --html)` : '';
  return `${colors.underline(`Flips (${flips.length})`)}\n${renderTable(rows, { indent: '  ', width })}${more}`;
}

function paint(status: string, colors: TextStyle['colors']): string {
  return status === 'pass' ? colors.green(status) : colors.red(status);
}

function preview(taskIds: readonly string[]): string {
  return `${taskIds.slice(0, 3).join(', ')}${taskIds.length > 3 ? ', …' : ''}`;
}

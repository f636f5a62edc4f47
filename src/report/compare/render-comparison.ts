import type { ComparedResult, ComparedSlice, Comparison, Comparisons } from '../../schema/comparison.ts';
import { formatCost } from '../format-spending.ts';
import { toOneLine } from '../one-line.ts';
import { renderTable, type TextStyle } from '../text-table.ts';
import { wrapText } from '../wrap-text.ts';
import * as words from './comparison-words.ts';

export interface RenderComparisonOptions extends TextStyle {
  readonly listed: number;
}

/** What `compare` prints. */
export function renderComparisons({ comparisons }: Comparisons, options: RenderComparisonOptions): string {
  const overview = comparisons.length === 1 ? [] : [renderOverview(comparisons, options)];
  const parts = [...overview, ...comparisons.map((each) => renderComparison(each, options))];
  return `${parts.join('\n\n')}\n`;
}

function renderOverview(comparisons: readonly Comparison[], { colors, width }: RenderComparisonOptions): string {
  const rows = comparisons.map((each) => [each.b.name, `${each.b.score.toFixed(1)}%`, ...words.formatDifference(each)]);
  const head = ['against the first', 'score', 'Δ points', '95% interval', 'Holm-adjusted'];
  return renderTable([head.map((cell) => colors.dim(cell)), ...rows], { right: [1, 2], hasHead: true, width });
}

function renderComparison(comparison: Comparison, options: RenderComparisonOptions): string {
  const { colors, width } = options;
  const { a, b, both, only_a, only_b, neither, mismatches, excluded, notes } = comparison;
  const [delta, interval, p] = words.formatDifference(comparison);
  const solved = Object.entries({ both, 'only A': only_a, 'only B': only_b, neither })
    .map(([who, count]) => `${who} ${words.formatCount(count)}`)
    .join(', ');
  const sentences = [
    `Smallest gap that could have been significant here: ${comparison.smallest_gap.toFixed(1)} points; found in 80 of 100 cases: ${comparison.likely_gap.toFixed(1)} points.`,
    words.describeNoise(comparison),
    words.describeGate(comparison),
    ...mismatches.map(words.describeMismatch),
    ...excluded.map(
      ({ reason, task_ids }) => `Not compared: ${task_ids.length} tasks ${reason} (${preview(task_ids)}).`,
    ),
    ...notes,
  ].filter((sentence) => sentence !== undefined);
  return [
    colors.bold(wrapText(words.summarizeComparison(comparison), width).join('\n')),
    renderTable(
      [
        ['A', colors.bold(a.name), ...describeSide(a)],
        ['B', colors.bold(b.name), ...describeSide(b)],
      ],
      { width },
    ),
    renderTable(
      [
        ['Δ (B − A)', `${delta} points`, `${interval} (95%)`],
        ['p', p, comparison.test === 'mcnemar' ? 'exact McNemar' : 'sign-flip permutation'],
        ['tasks', String(comparison.tasks), solved],
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

function describeSide(side: ComparedResult): string[] {
  const { samples, cost_per_solved, self_consistency } = side;
  const verified = words.formatVerified(side);
  return [
    words.formatScore(side),
    ...(verified === undefined ? [] : [verified]),
    ...(samples > 1 ? [`${samples} samples`] : []),
    ...(self_consistency === undefined ? [] : [`samples agree in ${self_consistency.toFixed(1)}%`]),
    ...(cost_per_solved === undefined ? [] : [`${formatCost(cost_per_solved)} per solved task`]),
  ];
}

function renderSlices(comparison: Comparison, { colors, width, listed }: RenderComparisonOptions): string {
  const tables = words.listSlices(comparison).map(({ title, slices }) => {
    const table = renderTable(slices.slice(0, listed).map(describeSlice), { right: [1, 2], indent: '  ', width });
    return `${colors.underline(title)}\n${table}`;
  });
  return tables.length === 0 ? '' : [...tables, colors.dim(wrapText(words.exploratory, width).join('\n'))].join('\n');
}

function describeSlice(slice: ComparedSlice): string[] {
  const [delta, interval, p] = words.formatDifference(slice);
  const change = `${slice.a.toFixed(1)} → ${slice.b.toFixed(1)}`;
  return [slice.name, `${slice.tasks} tasks`, delta, interval, change, p];
}

function renderFlips({ flips }: Comparison, { colors, width, listed }: RenderComparisonOptions): string {
  if (flips.length === 0) return '';
  const rows = flips.slice(0, listed).map(({ task_id, a, b, cause }) => {
    return [task_id, `${paint(a, colors)} → ${paint(b, colors)}`, toOneLine(cause).slice(0, 90)];
  });
  const more = flips.length > listed ? `\n  … and ${flips.length - listed} more (--json, --html)` : '';
  return `${colors.underline(`Flips (${flips.length})`)}\n${renderTable(rows, { indent: '  ', width })}${more}`;
}

function paint(status: string, colors: TextStyle['colors']): string {
  return status === 'pass' ? colors.green(status) : colors.red(status);
}

function preview(taskIds: readonly string[]): string {
  return `${taskIds.slice(0, 3).join(', ')}${taskIds.length > 3 ? ', …' : ''}`;
}

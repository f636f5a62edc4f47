import type { Comparison, Comparisons } from '../../schema/comparison.ts';
import { escapeMarkdown, formatMarkdownTable } from '../markdown-table.ts';
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

const listed = 30;

/** A comment for a pull request. */
export function renderComparisonsMarkdown({ comparisons }: Comparisons): string {
  return comparisons.map(renderComparison).join('\n');
}

function renderComparison(comparison: Comparison): string {
  const { a, b, delta, interval, p, mismatches, excluded, notes, flips } = comparison;
  const kinds = Object.entries(sliceTitles) as [keyof typeof sliceTitles, string][];
  const slices = kinds.flatMap(([key, title]) =>
    comparison[key].length === 0
      ? []
      : [
          `### ${title}`,
          formatMarkdownTable(
            ['slice', 'tasks', 'A', 'B', 'Δ points', '95% interval', 'p'],
            orderSlices(comparison[key]).map((slice) => [
              slice.name,
              String(slice.tasks),
              slice.a.toFixed(1),
              slice.b.toFixed(1),
              formatPoints(slice.delta),
              formatRange(slice.interval),
              formatP(slice.p),
            ]),
          ),
        ],
  );
  const sentences = [
    describeGate(comparison),
    describeNoise(comparison),
    `Smallest gap that could have been significant: ${comparison.smallest_gap.toFixed(1)} points.`,
    ...mismatches.map(describeMismatch),
    ...excluded.map(({ reason, task_ids }) => `Not compared: ${task_ids.length} tasks ${reason}.`),
    ...notes,
  ].filter((sentence) => sentence !== undefined);
  return [
    `## ${escapeMarkdown(`${a.name} and ${b.name}`)}`,
    `**${escapeMarkdown(summarizeComparison(comparison))}**`,
    formatMarkdownTable(
      ['', 'A', 'B'],
      [
        ['model', a.name, b.name],
        [
          'score',
          ...[a, b].map(
            ({ score, interval: [low, high] }) => `${score.toFixed(1)}% (${low.toFixed(1)}–${high.toFixed(1)})`,
          ),
        ],
        ...([a, b].some(({ cost_per_solved }) => cost_per_solved !== undefined)
          ? [
              [
                'cost per solved task',
                ...[a, b].map(({ cost_per_solved }) =>
                  cost_per_solved === undefined ? '–' : formatCost(cost_per_solved),
                ),
              ],
            ]
          : []),
      ],
    ),
    formatMarkdownTable(
      ['tasks', 'both', 'only A', 'only B', 'neither', 'Δ points', '95% interval', 'p'],
      [
        [
          String(comparison.tasks),
          ...[comparison.both, comparison.only_a, comparison.only_b, comparison.neither].map(formatCount),
          formatPoints(delta),
          formatRange(interval),
          formatP(p),
        ],
      ],
    ),
    ...sentences.map((sentence) => `${escapeMarkdown(sentence)}\n`),
    ...slices,
    ...(slices.length > 0 ? [`${exploratory}\n`] : []),
    `### Flips (${flips.length})`,
    formatMarkdownTable(
      ['task', 'A', 'B', 'cause'],
      flips.slice(0, listed).map((flip) => [flip.task_id, flip.a, flip.b, flip.cause]),
    ),
    ...(flips.length > listed ? [`… and ${flips.length - listed} more.\n`] : []),
  ].join('\n');
}

import type { Comparison, Comparisons } from '../../schema/comparison.ts';
import { formatCost } from '../format-spending.ts';
import { escapeMarkdown, formatMarkdownTable } from '../markdown-table.ts';
import * as words from './comparison-words.ts';

const listed = 30;
const differenceHead = ['Δ points', '95% interval', 'p'];

/** A comment for a pull request. */
export function renderComparisonsMarkdown({ comparisons }: Comparisons): string {
  return comparisons.map(renderComparison).join('\n');
}

function renderComparison(comparison: Comparison): string {
  const { a, b, both, only_a, only_b, neither, mismatches, excluded, notes, flips } = comparison;
  const slices = words.listSlices(comparison).flatMap(({ title, slices }) => [
    `### ${title}`,
    formatMarkdownTable(
      ['slice', 'tasks', 'A', 'B', ...differenceHead],
      slices.map((slice) => [
        slice.name,
        String(slice.tasks),
        slice.a.toFixed(1),
        slice.b.toFixed(1),
        ...words.formatDifference(slice),
      ]),
    ),
  ]);
  const counts = [both, only_a, only_b, neither].map(words.formatCount);
  const hasVerified = [a, b].some(({ verified }) => verified !== undefined);
  const hasCosts = [a, b].some(({ cost_per_solved }) => cost_per_solved !== undefined);
  const costs = [a, b].map(({ cost_per_solved }) =>
    cost_per_solved === undefined ? '–' : formatCost(cost_per_solved),
  );
  const sentences = [
    words.describeGate(comparison),
    words.describeNoise(comparison),
    `Smallest gap that could have been significant: ${comparison.smallest_gap.toFixed(1)} points.`,
    ...mismatches.map(words.describeMismatch),
    ...excluded.map(({ reason, task_ids }) => `Not compared: ${task_ids.length} tasks ${reason}.`),
    ...notes,
  ].filter((sentence) => sentence !== undefined);
  return [
    `## ${escapeMarkdown(`${a.name} and ${b.name}`)}`,
    `**${escapeMarkdown(words.summarizeComparison(comparison))}**`,
    formatMarkdownTable(
      ['', 'A', 'B'],
      [
        ['model', a.name, b.name],
        ['score', words.formatScore(a), words.formatScore(b)],
        ...(hasVerified ? [['verified', ...[a, b].map((side) => words.formatVerified(side) ?? '–')]] : []),
        ...(hasCosts ? [['cost per solved task', ...costs]] : []),
      ],
    ),
    formatMarkdownTable(
      ['tasks', 'both', 'only A', 'only B', 'neither', ...differenceHead],
      [[String(comparison.tasks), ...counts, ...words.formatDifference(comparison)]],
    ),
    ...sentences.map((sentence) => `${escapeMarkdown(sentence)}\n`),
    ...slices,
    ...(slices.length > 0 ? [`${words.exploratory}\n`] : []),
    `### Flips (${flips.length})`,
    formatMarkdownTable(
      ['task', 'A', 'B', 'cause'],
      flips.slice(0, listed).map((flip) => [flip.task_id, flip.a, flip.b, flip.cause]),
    ),
    ...(flips.length > listed ? [`… and ${flips.length - listed} more.\n`] : []),
  ].join('\n');
}

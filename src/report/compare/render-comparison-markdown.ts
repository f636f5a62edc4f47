import { createColors } from 'picocolors';
import type { Comparison, Comparisons } from '../../schema/comparison.ts';
import { formatCost } from '../format-spending.ts';
import { escapeMarkdown, formatMarkdownTable } from '../markdown-table.ts';
import { renderSectionsMarkdown } from '../section.ts';
import * as words from './comparison-words.ts';

/** A comment for a pull request. */
export function renderComparisonsMarkdown({ comparisons }: Comparisons): string {
  return comparisons.map(renderComparison).join('\n');
}

function renderComparison(comparison: Comparison): string {
  const { a, b, both, only_a, only_b, neither } = comparison;
  const counts = [both, only_a, only_b, neither].map(words.formatCount);
  const sides = {
    model: [a.name, b.name],
    score: [a, b].map(words.formatScore),
    verified: [a, b].map(words.formatVerified),
    'cost per solved task': [a, b].map(({ cost_per_solved: cost }) =>
      cost === undefined ? undefined : formatCost(cost),
    ),
  };
  const known = Object.entries(sides).filter(([, cells]) => cells.some((cell) => cell !== undefined));
  const slices = words.listSlices(comparison);
  const flips = words.listFlips(comparison, createColors(false));
  return [
    `## ${escapeMarkdown(`${a.name} and ${b.name}`)}`,
    `**${escapeMarkdown(words.summarizeComparison(comparison))}**`,
    formatMarkdownTable(
      ['', 'A', 'B'],
      known.map(([name, cells]) => [name, ...cells.map((cell) => cell || '–')]),
    ),
    formatMarkdownTable(
      ['tasks', 'both', 'only A', 'only B', 'neither', 'Δ points', '95% interval', 'p'],
      [[String(comparison.tasks), ...counts, ...words.formatDifference(comparison)]],
    ),
    ...words.describeDetails(comparison).map((sentence) => `${escapeMarkdown(sentence)}\n`),
    ...renderSectionsMarkdown([words.listRounds(comparison), ...slices, flips], { level: '###' }),
    ...(slices.length > 0 ? [`${words.exploratory}\n`] : []),
  ].join('\n');
}

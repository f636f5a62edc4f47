import { createColors } from 'picocolors';
import type { ComparedResult, Comparison, Comparisons } from '../../schema/comparison.ts';
import { formatCost } from '../format-spending.ts';
import { escapeMarkdown, formatMarkdownTable } from '../markdown-table.ts';
import { renderSections, renderSectionsMarkdown } from '../section.ts';
import { renderTable, type TextStyle } from '../text-table.ts';
import { wrapText } from '../wrap-text.ts';
import * as words from './comparison-words.ts';

type RenderComparisonOptions = TextStyle & { readonly listed: number };

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
  const { colors, width, listed } = options;
  const { a, b, both, only_a, only_b, neither, flips } = comparison;
  const [delta, interval, p] = words.formatDifference(comparison);
  const slices = renderSections(words.listSlices(comparison), options);
  const exploratory = colors.dim(wrapText(words.exploratory, width).join('\n'));
  const solved = Object.entries({ both, 'only A': only_a, 'only B': only_b, neither })
    .map(([who, count]) => `${who} ${words.formatCount(count)}`)
    .join(', ');
  const sides = Object.entries({ A: a, B: b }).map(([letter, side]) => [
    letter,
    colors.bold(side.name),
    ...describeSide(side),
  ]);
  const facts = [
    ['Δ (B − A)', `${delta} points`, `${interval} (95%)`],
    ['p', p, comparison.test === 'mcnemar' ? 'exact McNemar' : 'sign-flip permutation'],
    ['tasks', String(comparison.tasks), solved],
  ];
  const details = words.describeDetails(comparison).flatMap((sentence) => wrapText(sentence, width));
  return [
    colors.bold(wrapText(words.summarizeComparison(comparison), width).join('\n')),
    renderTable(sides, { width }),
    renderTable(facts, { width }),
    details.join('\n'),
    ...renderSections([words.listRounds(comparison)], options),
    ...(slices.length === 0 ? [] : [[...slices, exploratory].join('\n')]),
    ...renderSections([words.listFlips(comparison, colors)], { ...options, lastWidth: 90 }),
    ...(flips.length > listed ? [`  … and ${flips.length - listed} more (--json, --html)`] : []),
  ].join('\n\n');
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

/** A comment for a pull request. */
export function renderComparisonsMarkdown({ comparisons }: Comparisons): string {
  return comparisons.map(renderMarkdown).join('\n');
}

function renderMarkdown(comparison: Comparison): string {
  const { a, b, both, only_a, only_b, neither } = comparison;
  const counts = [both, only_a, only_b, neither].map(words.formatCount);
  const sides = {
    model: [a.name, b.name],
    score: [a, b].map(words.formatScore),
    verified: [a, b].map(words.formatVerified),
    'cost per solved task': [a, b].map(({ cost_per_solved: cost }) => cost && formatCost(cost)),
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

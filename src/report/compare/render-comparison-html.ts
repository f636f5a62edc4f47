import type { ComparedSlice, Comparison, Comparisons } from '../../schema/comparison.ts';
import { escapeHtml, fillTemplate, readAsset } from '../html-page.ts';
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

/** One page without scripts: it can be mailed, and nothing a model wrote can act in it. */
export function renderComparisonsHtml({ comparisons }: Comparisons): string {
  const names = [...new Set(comparisons.flatMap(({ a, b }) => [a.name, b.name]))];
  return fillTemplate(readAsset('compare/compare.html'), {
    title: escapeHtml(`Compared: ${names.join(', ')}`),
    style: `${readAsset('report/report.css')}\n${readAsset('compare/compare.css')}`,
    body: comparisons.map(renderComparison).join('\n'),
  });
}

function renderComparison(comparison: Comparison): string {
  const { a, b, flips, mismatches, excluded, notes } = comparison;
  const sentences = [
    describeGate(comparison),
    `Smallest gap that could have been significant here: ${comparison.smallest_gap.toFixed(1)} points; found in 80 of 100 cases: ${comparison.likely_gap.toFixed(1)} points.`,
    describeNoise(comparison),
    ...mismatches.map(describeMismatch),
    ...excluded.map(
      ({ reason, task_ids }) => `Not compared: ${task_ids.length} tasks ${reason} (${task_ids.join(', ')}).`,
    ),
    ...notes,
  ].filter((sentence) => sentence !== undefined);
  const sides = [a, b].map(({ name, score, interval: [low, high], samples, cost_per_solved }, at) => [
    'AB'[at] ?? '',
    name,
    `${score.toFixed(1)}% (${low.toFixed(1)}–${high.toFixed(1)})`,
    String(samples),
    cost_per_solved === undefined ? '–' : formatCost(cost_per_solved),
  ]);
  const counts = [comparison.tasks, comparison.both, comparison.only_a, comparison.only_b, comparison.neither];
  const kinds = Object.entries(sliceTitles) as [keyof typeof sliceTitles, string][];
  return [
    '<section>',
    `<h2>${escapeHtml(`${a.name} and ${b.name}`)}</h2>`,
    `<p><strong>${escapeHtml(summarizeComparison(comparison))}</strong></p>`,
    table(['', 'model', 'score (95% interval)', 'samples', 'cost per solved task'], sides),
    table(
      ['tasks', 'both', 'only A', 'only B', 'neither', 'Δ points', '95% interval', 'p'],
      [
        [
          ...counts.map(formatCount),
          formatPoints(comparison.delta),
          formatRange(comparison.interval),
          formatP(comparison.p),
        ],
      ],
    ),
    `<ul>${sentences.map((sentence) => `<li>${escapeHtml(sentence)}</li>`).join('')}</ul>`,
    ...kinds.flatMap(([key, title]) => renderSlices(title, comparison[key])),
    `<p class="hint">${exploratory}</p>`,
    `<h3>Flips (${flips.length})</h3>`,
    table(
      ['task', 'A', 'B', 'cause'],
      flips.map((flip) => [flip.task_id, flip.a, flip.b, flip.cause]),
    ),
    '</section>',
  ].join('\n');
}

function renderSlices(title: string, slices: readonly ComparedSlice[]): string[] {
  if (slices.length === 0) return [];
  const reach = Math.max(1, ...slices.flatMap(({ interval }) => interval.map(Math.abs)));
  const rows = orderSlices(slices).map((slice) => {
    const cells = [
      slice.name,
      String(slice.tasks),
      slice.a.toFixed(1),
      slice.b.toFixed(1),
      formatPoints(slice.delta),
      formatP(slice.p),
    ];
    return `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}<td>${drawInterval(slice, reach)}</td></tr>`;
  });
  const head = ['slice', 'tasks', 'A', 'B', 'Δ points', 'p', `−${reach.toFixed(0)} … +${reach.toFixed(0)}`];
  return [
    `<h3>${title}</h3>`,
    `<table><thead><tr>${head.map((cell) => `<th>${cell}</th>`).join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`,
  ];
}

const width = 220;

/** A forest plot's line: the interval, the difference, and zero. */
function drawInterval({ name, delta, interval }: ComparedSlice, reach: number): string {
  const at = (points: number) => (((points + reach) / (2 * reach)) * width).toFixed(1);
  return [
    `<svg width="${width}" height="14" role="img" aria-label="${escapeHtml(`${name}: ${formatPoints(delta)} (${formatRange(interval)})`)}">`,
    `<line class="zero" x1="${at(0)}" x2="${at(0)}" y1="0" y2="14"/>`,
    `<line class="reach" x1="${at(interval[0])}" x2="${at(interval[1])}" y1="7" y2="7"/>`,
    `<circle cx="${at(delta)}" cy="7" r="4"/></svg>`,
  ].join('');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${line(head, 'th')}</thead><tbody>${rows.map((row) => line(row, 'td')).join('\n')}</tbody></table>`;
}

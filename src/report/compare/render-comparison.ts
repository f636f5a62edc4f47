import { createColors } from 'picocolors';
import type { ComparedResult, Comparison, Comparisons } from '../../schema/comparison.ts';
import { listSome } from '../../util/list-some.ts';
import { formatCost } from '../format-numbers.ts';
import { escapeMarkdown, formatMarkdownTable } from '../markdown-table.ts';
import { renderSections, renderSectionsMarkdown, type Section } from '../section.ts';
import { renderTable, type TextStyle, toOneLine, wrapText } from '../text-table.ts';
import { describeMismatch } from './describe-mismatch.ts';

type RenderComparisonOptions = TextStyle & { readonly listed: number };

export function renderComparisons({ comparisons }: Comparisons, options: RenderComparisonOptions): string {
  const overview = comparisons.length === 1 ? [] : [renderOverview(comparisons, options)];
  const parts = [...overview, ...comparisons.map((each) => renderComparison(each, options))];
  return `${parts.join('\n\n')}\n`;
}

function renderOverview(comparisons: readonly Comparison[], { colors, width }: RenderComparisonOptions): string {
  const rows = comparisons.map((each) => [each.b.name, `${each.b.score.toFixed(1)}%`, ...formatDifference(each)]);
  const head = ['against the first', 'score', 'Δ points', '95% interval', 'Holm-adjusted'];
  return renderTable([head.map((cell) => colors.dim(cell)), ...rows], { right: [1, 2], hasHead: true, width });
}

function renderComparison(comparison: Comparison, options: RenderComparisonOptions): string {
  const { colors, width, listed } = options;
  const { a, b, both, only_a, only_b, neither, flips } = comparison;
  const [delta, interval, p] = formatDifference(comparison);
  const slices = renderSections(listSlices(comparison), options);
  const warning = colors.dim(wrapText(exploratory, width).join('\n'));
  const solved = Object.entries({ both, 'only A': only_a, 'only B': only_b, neither })
    .map(([who, count]) => `${who} ${formatCount(count)}`)
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
  const details = describeDetails(comparison).flatMap((sentence) => wrapText(sentence, width));
  return [
    colors.bold(wrapText(summarizeComparison(comparison), width).join('\n')),
    renderTable(sides, { width }),
    renderTable(facts, { width }),
    details.join('\n'),
    ...renderSections([listRounds(comparison)], options),
    ...(slices.length === 0 ? [] : [[...slices, warning].join('\n')]),
    ...renderSections([listFlips(comparison, colors)], { ...options, lastWidth: 90 }),
    ...(flips.length > listed ? [`  … and ${flips.length - listed} more (--json, --html)`] : []),
  ].join('\n\n');
}

function describeSide(side: ComparedResult): string[] {
  const { samples, cost_per_solved, self_consistency } = side;
  const verified = formatVerified(side);
  return [
    formatScore(side),
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
  const counts = [both, only_a, only_b, neither].map(formatCount);
  const sides = {
    model: [a.name, b.name],
    score: [a, b].map(formatScore),
    verified: [a, b].map(formatVerified),
    'cost per solved task': [a, b].map(({ cost_per_solved: cost }) => cost && formatCost(cost)),
  };
  const known = Object.entries(sides).filter(([, cells]) => cells.some((cell) => cell !== undefined));
  const slices = listSlices(comparison);
  const flips = listFlips(comparison, createColors(false));
  return [
    `## ${escapeMarkdown(`${a.name} and ${b.name}`)}`,
    `**${escapeMarkdown(summarizeComparison(comparison))}**`,
    formatMarkdownTable(
      ['', 'A', 'B'],
      known.map(([name, cells]) => [name, ...cells.map((cell) => cell || '–')]),
    ),
    formatMarkdownTable(
      ['tasks', 'both', 'only A', 'only B', 'neither', 'Δ points', '95% interval', 'p'],
      [[String(comparison.tasks), ...counts, ...formatDifference(comparison)]],
    ),
    ...describeDetails(comparison).map((sentence) => `${escapeMarkdown(sentence)}\n`),
    ...renderSectionsMarkdown([listRounds(comparison), ...slices, flips], { level: '###' }),
    ...(slices.length > 0 ? [`${exploratory}\n`] : []),
  ].join('\n');
}

/** `+2.4`, `−0.5`, `0.0`: a difference in points. */
function formatPoints(points: number): string {
  const text = Math.abs(points).toFixed(1);
  return points === 0 ? text : `${points > 0 ? '+' : '−'}${text}`;
}

/** How far two results are apart, in points; what it may be in truth; how likely it is by chance. */
function formatDifference({ delta, interval: [low, high], p }: Pick<Comparison, 'delta' | 'interval' | 'p'>) {
  return [formatPoints(delta), `${formatPoints(low)} to ${formatPoints(high)}`, formatP(p)] as const;
}

/** `49.6% (46.7–52.5)`. */
function formatScore({ score, interval: [low, high] }: ComparedResult): string {
  return `${score.toFixed(1)}% (${low.toFixed(1)}–${high.toFixed(1)})`;
}

/** `51.0% on the 900 verified tasks`: beside the score, where the audit knows the tasks. */
function formatVerified({ verified }: ComparedResult): string | undefined {
  return verified && `${verified.pass_at_1.toFixed(1)}% on the ${verified.tasks} verified tasks`;
}

function formatP(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`;
}

/** A count that is whole for single samples. */
function formatCount(count: number): string {
  return Number.isInteger(count) ? String(count) : count.toFixed(1);
}

function summarizeComparison({ a, b, delta, p, smallest_gap, tasks }: Comparison): string {
  if (p < 0.05) {
    const [better, worse] = delta > 0 ? [b, a] : [a, b];
    return `${better.name} is better than ${worse.name}: ${formatPoints(Math.abs(delta)).slice(1)} points (${formatP(p)}).`;
  }
  const shown = `No difference can be shown between ${a.name} and ${b.name} (${formatP(p)})`;
  // With so few tasks, not even the largest gap would be significant.
  if (smallest_gap <= Math.abs(delta))
    return `${shown}: ${tasks} ${tasks === 1 ? 'task is' : 'tasks are'} too few for any.`;
  return `${shown}; it would have taken ${smallest_gap.toFixed(1)} points.`;
}

/** What `run --against A --stop decided` would have taken. */
function describeDecision({ decision, tasks }: Comparison): string | undefined {
  if (decision?.verdict === 'undecided') return 'Asked until decided, all tasks would not have been enough.';
  const enough = decision && `${decision.tasks_used} of ${tasks} tasks would have been enough`;
  return enough && `Asked until decided, ${enough}: B is ${decision.verdict}.`;
}

export function describeDetails(comparison: Comparison): string[] {
  const { smallest_gap, likely_gap, mismatches, excluded, notes } = comparison;
  const sentences = [
    `Smallest gap that could have been significant here: ${smallest_gap.toFixed(1)} points; found in 80 of 100 cases: ${likely_gap.toFixed(1)} points.`,
    describeDecision(comparison),
    describeNoise(comparison),
    describeGate(comparison),
    ...mismatches.map((mismatch) => `Not measured alike: ${describeMismatch(mismatch)}.`),
    ...excluded.map(
      ({ reason, task_ids: ids }) => `Not compared: ${ids.length} tasks ${reason} (${listSome(ids, 3)}).`,
    ),
    ...notes,
  ];
  return sentences.filter((sentence) => sentence !== undefined);
}

function describeGate({ gate, a, b }: Comparison): string | undefined {
  if (!gate) return undefined;
  const sure = `${Math.round(100 * (1 - gate.alpha))}% confidence`;
  const bound = `at ${sure} ${b.name} is at most ${gate.worst_loss.toFixed(1)} points worse than ${a.name}`;
  return gate.passed ? `Gate passed: ${bound}.` : `Gate failed: ${bound}, and ${gate.margin} was the limit.`;
}

function describeNoise({ noise }: Comparison): string | undefined {
  if (!noise) return undefined;
  return `Noise of the difference: ±${noise.total.toFixed(2)} points, of which tasks ±${noise.tasks.toFixed(2)} and sampling ±${noise.sampling.toFixed(2)}. What would help is ${noise.hint}.`;
}

function listRounds({ rounds = [] }: Comparison): Section {
  const rows = rounds.map(({ round, a, b, ...difference }) => {
    const name = round === 0 ? 'first answers' : `round ${round}`;
    return [name, `${a.toFixed(1)}%`, `${b.toFixed(1)}%`, ...formatDifference(difference)];
  });
  const head = ['round', 'A', 'B', 'Δ points', '95% interval', 'p'];
  return { title: 'After each round of repair', head, rows, right: [1, 2, 3] };
}

/** Kinds of slices; those of one kind by their adjusted p, then by how large the difference is. */
function listSlices({ by_domain, by_library, by_difficulty }: Comparison): Section[] {
  return Object.entries({ 'By domain': by_domain, 'By library': by_library, 'By difficulty': by_difficulty })
    .filter(([, slices]) => slices.length > 0)
    .map(([title, slices]) => ({
      title,
      head: ['slice', 'tasks', 'Δ points', '95% interval', 'A → B', 'p'],
      rows: slices
        .toSorted((one, other) => one.p - other.p || Math.abs(other.delta) - Math.abs(one.delta))
        .map(({ name, tasks, a, b, ...difference }) => {
          const [delta, interval, p] = formatDifference(difference);
          return [name, `${tasks} tasks`, delta, interval, `${a.toFixed(1)} → ${b.toFixed(1)}`, p];
        }),
      right: [1, 2],
    }));
}

function listFlips({ flips }: Comparison, colors: TextStyle['colors']): Section {
  const paint = (status: string) => (status === 'pass' ? colors.green(status) : colors.red(status));
  const rows = flips.map(({ task_id, a, b, cause }) => [task_id, `${paint(a)} → ${paint(b)}`, toOneLine(cause)]);
  return { title: `Flips (${flips.length})`, head: ['task', 'A → B', 'cause'], rows };
}

const exploratory = 'Slices are exploratory: p is adjusted for looking at all of them (Benjamini–Hochberg).';

import type { ComparedResult, Comparison } from '../../schema/comparison.ts';
import { listSome } from '../../util/list-some.ts';
import { toOneLine } from '../one-line.ts';
import type { Section } from '../section.ts';
import type { TextStyle } from '../text-table.ts';
import { describeMismatch } from './describe-mismatch.ts';

/** `+2.4`, `−0.5`, `0.0`: a difference in points. */
function formatPoints(points: number): string {
  const text = Math.abs(points).toFixed(1);
  return points === 0 ? text : `${points > 0 ? '+' : '−'}${text}`;
}

/** How far two results are apart, in points; what it may be in truth; how likely it is by chance. */
export function formatDifference({ delta, interval: [low, high], p }: Pick<Comparison, 'delta' | 'interval' | 'p'>) {
  return [formatPoints(delta), `${formatPoints(low)} to ${formatPoints(high)}`, formatP(p)] as const;
}

/** `49.6% (46.7–52.5)`. */
export function formatScore({ score, interval: [low, high] }: ComparedResult): string {
  return `${score.toFixed(1)}% (${low.toFixed(1)}–${high.toFixed(1)})`;
}

/** `51.0% on the 900 verified tasks`: beside the score, where the audit knows the tasks. */
export function formatVerified({ verified }: ComparedResult): string | undefined {
  return verified && `${verified.pass_at_1.toFixed(1)}% on the ${verified.tasks} verified tasks`;
}

function formatP(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`;
}

/** A count that is whole for single samples. */
export function formatCount(count: number): string {
  return Number.isInteger(count) ? String(count) : count.toFixed(1);
}

export function summarizeComparison({ a, b, delta, p, smallest_gap, tasks }: Comparison): string {
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

export function listRounds({ rounds = [] }: Comparison): Section {
  const rows = rounds.map(({ round, a, b, ...difference }) => {
    const name = round === 0 ? 'first answers' : `round ${round}`;
    return [name, `${a.toFixed(1)}%`, `${b.toFixed(1)}%`, ...formatDifference(difference)];
  });
  const head = ['round', 'A', 'B', 'Δ points', '95% interval', 'p'];
  return { title: 'After each round of repair', head, rows, right: [1, 2, 3] };
}

/** Kinds of slices; those of one kind by their adjusted p, then by how large the difference is. */
export function listSlices({ by_domain, by_library, by_difficulty }: Comparison): Section[] {
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

export function listFlips({ flips }: Comparison, colors: TextStyle['colors']): Section {
  const paint = (status: string) => (status === 'pass' ? colors.green(status) : colors.red(status));
  const rows = flips.map(({ task_id, a, b, cause }) => [task_id, `${paint(a)} → ${paint(b)}`, toOneLine(cause)]);
  return { title: `Flips (${flips.length})`, head: ['task', 'A → B', 'cause'], rows };
}

export const exploratory = 'Slices are exploratory: p is adjusted for looking at all of them (Benjamini–Hochberg).';

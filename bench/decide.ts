/**
 * `npm run bench -- decide`: how soon runs that stop when they have decided would have stopped on the published table of
 * models and tasks, and how often they would have been wrong. BCB_BENCH_PAIRS: how many pairs.
 */
import { publishedDifficulty } from '../src/dataset/public-tasks.ts';
import { estimateUnfinished } from '../src/evaluate/early-estimate.ts';
import { type Decided, decide } from '../src/score/sequential/decide.ts';
import { orderTasks } from '../src/score/sequential/order-tasks.ts';
import { readResponseMatrix } from '../src/upstream/response-matrix.ts';
import { createRandom } from '../src/util/random.ts';
import { hasSharedData, sharedData } from '../src/util/testing/shared-data.ts';
import type { BenchResult, BenchTable } from './support/results.ts';

const alpha = 0.05;
const margin = 0.1;
const bounds = [2, 4, 6, 10, 15, 20, 30, 100];

/** A model's answers to the tasks of an order. */
type Row = (taskId: string) => number;

interface Outcome extends Decided {
  readonly gap: number;
  readonly isWrong: boolean;
  /** Whether the interval of the estimated full score has it, and how far it reaches. */
  readonly covers: boolean;
  readonly reach: number;
}

export async function run(): Promise<BenchResult> {
  if (!hasSharedData) return { skipped: 'the published table is not here (BCB_SHARED_DATA)' };
  const { taskIds, rows } = await readResponseMatrix(sharedData('leaderboard', 'complete-matrix.csv'));
  const place = new Map(taskIds.map((id, at) => [id, at]));
  const rowOf =
    (passes: Float64Array): Row =>
    (id) =>
      passes[place.get(id) ?? 0] ?? 0;
  const pairs = Number(process.env.BCB_BENCH_PAIRS ?? 10_000);
  const random = createRandom(38);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;

  /** Decides as a run would; `expected` is the gap that a right decision is about. */
  const settle = (
    a: Row,
    b: Row,
    seed: number,
    options: { expected?: number; margin?: number; estimates?: true } = {},
  ): Outcome => {
    const { taskIds: order, block } = orderTasks({ taskIds, difficultyOf: publishedDifficulty, seed });
    const differences = order.map((id) => b(id) - a(id));
    const gap = options.expected ?? mean(differences);
    const decided = decide({ differences, total: order.length, block, alpha, margin: options.margin });
    const found = { ...decided, gap, isWrong: isWrong(decided, gap, options.margin ?? 0), covers: false, reach: 0 };
    if (!options.estimates) return found;
    const asked = order.slice(0, Math.max(10, decided.tasks));
    const tallies = new Map(asked.map((id) => [id, { samples: 1, passed: b(id) }]));
    const { value, reach } = estimateUnfinished(tallies, order);
    const covers = Math.abs(value - mean(order.map(b))) <= reach;
    return { ...found, covers, reach };
  };

  const published = Array.from({ length: pairs }, (_, seed) => {
    const [a, b] = drawTwo(rows, random);
    return settle(rowOf(a.passes), rowOf(b.passes), seed, { estimates: true });
  });
  const withMargin = Array.from({ length: pairs / 5 }, (_, seed) => {
    const [a, b] = drawTwo(rows, random);
    return settle(rowOf(a.passes), rowOf(b.passes), seed, { margin });
  });
  // Who answered which of a pair's tasks is tossed: the same tasks differ, and neither is better.
  const swapped = Array.from({ length: pairs }, (_, seed) => {
    const [a, b] = drawTwo(rows, random);
    const isSwapped = taskIds.map(() => random() < 0.5);
    const toss =
      (one: Row, other: Row): Row =>
      (id) =>
        isSwapped[place.get(id) ?? 0] ? other(id) : one(id);
    const [first, second] = [rowOf(a.passes), rowOf(b.passes)];
    return settle(toss(first, second), toss(second, first), seed, { expected: 0 });
  });
  // Two runs of one model, which solves a task as often as other published models of its ability do.
  const chances = rows.map(({ passes }) => {
    const ability = findAbility(mean([...passes]), taskIds);
    return taskIds.map((id) => chanceOf(ability, id));
  });
  const again = Array.from({ length: pairs }, (_, seed) => {
    const own = pick(chances);
    const draw = () => Float64Array.from(own, (chance) => Number(random() < chance));
    return settle(rowOf(draw()), rowOf(draw()), seed, { expected: 0 });
  });
  return [
    { title: `${pairs} pairs of published models`, rows: [head, ...byGap(published), summarize('all', published)] },
    {
      title: `Neither is better, ${pairs} pairs each: every decision is wrong, ${100 * alpha}% may be`,
      rows: [
        head,
        summarize('answers of a pair swapped by tosses', swapped),
        summarize('a model against itself', again),
      ],
    },
    {
      title: `${withMargin.length} pairs, with a margin of ${100 * margin} points`,
      rows: [head, ...byGap(withMargin), summarize('all', withMargin)],
    },
    describeEstimates(published),
  ];
}

const head = [
  'gap in points',
  'pairs',
  'decided',
  'equivalent',
  'wrong',
  'mean tasks',
  'median',
  'median of decided',
  '90%',
];

function summarize(name: string, outcomes: readonly Outcome[]): string[] {
  const tasks = outcomes.map((each) => each.tasks).sort((a, b) => a - b);
  const decided = outcomes.filter(({ verdict }) => verdict !== 'undecided');
  const ofDecided = decided.map((each) => each.tasks).sort((a, b) => a - b);
  const equivalent = outcomes.filter(({ verdict }) => verdict === 'equivalent').length;
  const wrong = outcomes.filter((each) => each.isWrong).length;
  const share = (count: number) => `${((100 * count) / Math.max(1, outcomes.length)).toFixed(1)}%`;
  const at = (sorted: readonly number[], part: number) => String(sorted[Math.floor(part * (sorted.length - 1))] ?? '–');
  return [
    name,
    String(outcomes.length),
    share(decided.length),
    share(equivalent),
    `${wrong} (${share(wrong)})`,
    mean(tasks).toFixed(0),
    at(tasks, 0.5),
    at(ofDecided, 0.5),
    at(tasks, 0.9),
  ];
}

function byGap(outcomes: readonly Outcome[]): string[][] {
  return bounds.map((bound, at) => {
    const low = bounds[at - 1] ?? 0;
    const within = outcomes.filter(({ gap }) => Math.abs(100 * gap) >= low && Math.abs(100 * gap) < bound);
    return summarize(`${low}–${bound}`, within);
  });
}

function describeEstimates(outcomes: readonly Outcome[]): BenchTable {
  const groups: [string, (outcome: Outcome) => boolean][] = [
    ['up to 30', ({ tasks }) => tasks <= 30],
    ['31–100', ({ tasks }) => tasks > 30 && tasks <= 100],
    ['101–400', ({ tasks }) => tasks > 100 && tasks <= 400],
    ['more', ({ tasks, verdict }) => tasks > 400 && verdict !== 'undecided'],
  ];
  const rows = groups.map(([name, isIn]) => {
    const own = outcomes.filter(isIn);
    const covered = own.filter(({ covers }) => covers).length / Math.max(1, own.length);
    const reach = mean(own.map((each) => each.reach));
    return [name, String(own.length), `${(100 * covered).toFixed(1)}%`, `± ${(100 * reach).toFixed(1)} points`];
  });
  const title = 'The estimate of the full score where runs stop';
  return { title, rows: [['tasks', 'pairs', 'interval has the score', 'it is'], ...rows] };
}

function isWrong({ verdict }: Decided, gap: number, within: number): boolean {
  if (verdict === 'better') return gap <= 0;
  if (verdict === 'worse') return gap >= 0;
  return verdict === 'equivalent' && Math.abs(gap) >= within;
}

function drawTwo<Item>(items: readonly Item[], random: () => number): [Item, Item] {
  const first = Math.floor(random() * items.length);
  const second = (first + 1 + Math.floor(random() * (items.length - 1))) % items.length;
  return [items[first] as Item, items[second] as Item];
}

function chanceOf(ability: number, id: string): number {
  return 1 / (1 + Math.exp((publishedDifficulty(id) ?? 0) - ability));
}

/** The ability at which this share of the tasks is solved. */
function findAbility(score: number, taskIds: readonly string[]): number {
  let [low, high] = [-10, 10];
  for (let at = 0; at < 30; at++) {
    const middle = (low + high) / 2;
    if (mean(taskIds.map((id) => chanceOf(middle, id))) < score) low = middle;
    else high = middle;
  }
  return low;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

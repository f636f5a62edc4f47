import type { RepairSettings, RoundsSummary } from '../schema/rounds.ts';
import { groupBy } from '../util/group-by.ts';
import { estimateMean, wilsonInterval } from './estimate.ts';
import { comparePaired } from './paired/compare-paired.ts';
import { passAtK } from './pass-at-k.ts';
import { meanOf } from './values.ts';

export interface ScoredTurn {
  readonly passed: boolean;
  readonly passesVisible: boolean;
  readonly cause?: string | undefined;
  readonly tokens?: number | undefined;
  readonly costUsd?: number | undefined;
}

/** The answers of one sample, each the repair of the one before. */
export interface Conversation {
  readonly taskId: string;
  readonly turns: readonly ScoredTurn[];
}

interface ScoreRoundsInput extends RepairSettings {
  readonly taskIds: readonly string[];
  readonly conversations: readonly Conversation[];
}

/** What rounds of repair came to: a task without a conversation counts as unsolved. */
export function scoreRounds(input: ScoreRoundsInput): RoundsSummary {
  const { taskIds, conversations, ...settings } = input;
  const { rounds } = settings;
  const byTask = groupBy(conversations, ({ taskId }) => taskId);
  const shares = Array.from({ length: rounds + 1 }, (_, round) =>
    Float64Array.from(taskIds, (id) => {
      const own = byTask.get(id) ?? [];
      return own.filter(({ turns }) => turns[Math.min(round, turns.length - 1)]?.passed).length / (own.length || 1);
    }),
  );
  const asked = shares.map((_, round) => conversations.flatMap(({ turns }) => turns[round] ?? []));
  const byRound = shares.map((own, round) => {
    const passAt1 = estimateMean([...own], { wilson: true });
    const soFar = asked.slice(0, round + 1).flat();
    const solved = passAt1.value * conversations.length;
    return {
      round,
      passAt1,
      ...(round > 0 ? { gain: compareShares(shares[0], own) } : {}),
      asked: asked[round]?.length ?? 0,
      ...spendingOf(asked[round] ?? []),
      ...(solved > 0 ? { perSolved: spendingOf(soFar, solved) } : {}),
    };
  });
  const ranks = conversations.map(({ turns }) => turns.findIndex(({ passed }) => passed));
  const final = shares[rounds];
  return {
    ...settings,
    byRound,
    repaired: conversations.filter(isRepaired).length,
    broken: conversations.filter(({ turns }) => !isSolved(turns) && turns.some(({ passed }) => passed)).length,
    overfitted: conversations.filter(({ turns }) => turns.length > 1 && turns.at(-1)?.passesVisible && !isSolved(turns))
      .length,
    recall: meanOf(ranks.map((rank) => (rank < 0 ? 0 : 1))),
    mrr: meanOf(ranks.map((rank) => (rank < 0 ? 0 : 1 / (rank + 1)))),
    fresh: scoreFresh(input, 'tokens', final),
    freshByCost: scoreFresh(input, 'costUsd', final),
    byCause: countCauses(conversations),
  };
}

/**
 * The other way to spend what conversations take: on first answers alone. Either each task is given as many, and one of them
 * must pass, which only the hidden tests can tell; or each is asked again until its visible tests pass, as a conversation
 * is. Needs enough samples of each task. Recorded first answers took what somebody else's model takes.
 */
function scoreFresh(
  { taskIds, conversations, static: recorded }: ScoreRoundsInput,
  measure: 'tokens' | 'costUsd',
  repaired: Float64Array | undefined,
): RoundsSummary['fresh'] {
  const byTask = groupBy(conversations, ({ taskId }) => taskId);
  const spent = spendingOf(conversations.flatMap(({ turns }) => turns))[measure];
  const once = spendingOf(conversations.flatMap(({ turns }) => turns[0] ?? []))[measure];
  if (!spent || !once || recorded !== undefined) return undefined;
  // Sums of dollars are not quite what they should be.
  const samples = Number((spent / once).toFixed(6));
  const tallies = taskIds.map((id) => {
    const firsts = (byTask.get(id) ?? []).flatMap(({ turns }) => turns[0] ?? []);
    const passed = firsts.filter((turn) => turn.passed).length;
    const visible = firsts.filter((turn) => turn.passesVisible).length;
    return { samples: firsts.length, passed, visible, price: meanOf(firsts.map((turn) => turn[measure] ?? 0)) };
  });
  const most = Math.min(...tallies.map((tally) => tally.samples));
  if (tallies.length === 0 || most < Math.max(2, samples)) return undefined;
  type Tally = (typeof tallies)[number];
  const passesVisible = ({ samples: all, visible }: Tally, k: number) => passAtK({ samples: all, passed: visible }, k);
  /** What each task comes to for this price, where one answer more than k takes so much; between two numbers a mix of both. */
  const spend = (priceOfAnother: (k: number) => number, score: (tally: Tally, k: number) => number) => {
    let [k, price] = [1, 1];
    while (k < most && price + priceOfAnother(k) <= samples) price += priceOfAnother(k++);
    const share = k < most ? (samples - price) / priceOfAnother(k) : 0;
    const mix = (tally: Tally) => (1 - share) * score(tally, k) + (share && share * score(tally, k + 1));
    return { price: k < most ? samples : price, scores: Float64Array.from(tallies, mix) };
  };
  const flat = spend(() => 1, passAtK);
  const priceOfAll = meanOf(tallies.map(({ price }) => price));
  const picked = spend(
    (k) => meanOf(tallies.map((tally) => tally.price * (1 - passesVisible(tally, k)))) / priceOfAll,
    (tally, k) => (tally.visible && passesVisible(tally, k) * tally.passed) / (tally.visible || 1),
  );
  return {
    samples,
    passAtK: estimateMean([...flat.scores]),
    gain: compareShares(flat.scores, repaired),
    pickedSamples: picked.price,
    picked: estimateMean([...picked.scores]),
    pickedGain: compareShares(picked.scores, repaired),
  };
}

const noTasks: Float64Array = new Float64Array();

function compareShares(a = noTasks, b = noTasks) {
  const { delta, interval } = comparePaired({ a, b });
  return { value: delta, interval: [...interval] as [number, number] };
}

function countCauses(conversations: readonly Conversation[]): RoundsSummary['byCause'] {
  const failed = conversations.filter(({ turns }) => turns[0] && !turns[0].passed);
  return [...groupBy(failed, ({ turns }) => turns[0]?.cause ?? 'unknown')]
    .map(([cause, own]) => {
      const repaired = own.filter(isRepaired).length;
      // Samples of one task fail and are repaired alike: only tasks count as independent.
      const tasks = new Set(own.map(({ taskId }) => taskId)).size;
      return { cause, failed: own.length, repaired, interval: wilsonInterval(repaired / own.length, tasks) };
    })
    .sort((a, b) => b.failed - a.failed || (a.cause < b.cause ? -1 : 1));
}

function isRepaired({ turns }: Conversation): boolean {
  return turns[0]?.passed === false && isSolved(turns);
}

function isSolved(turns: readonly ScoredTurn[]): boolean {
  return turns.at(-1)?.passed === true;
}

/** What answers took, each or per `share`; undefined if that is not known of any of them. */
function spendingOf(turns: readonly ScoredTurn[], share = 1) {
  const sum = (values: readonly (number | undefined)[]) =>
    values.includes(undefined) ? undefined : values.reduce<number>((total, value = 0) => total + value, 0) / share;
  return { tokens: sum(turns.map(({ tokens }) => tokens)), costUsd: sum(turns.map(({ costUsd }) => costUsd)) };
}

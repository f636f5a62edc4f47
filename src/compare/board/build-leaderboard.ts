import { listVerified, type VerifiedTasks } from '../../dataset/shipped-audit.ts';
import { BigCodeBenchError, usageError } from '../../error/bigcodebench-error.ts';
import type { BoardModel, BoardScore, EloMode, Leaderboard } from '../../schema/leaderboard.ts';
import { splitSchema } from '../../schema/task.ts';
import { rankScores } from '../../score/board/ranks.ts';
import { estimateMean, wilsonInterval } from '../../score/estimate.ts';
import { defaultResamples } from '../../score/resample-means.ts';
import { meanOf } from '../../score/values.ts';
import { roundPercent } from '../../upstream/board-file.ts';
import { groupBy } from '../../util/group-by.ts';
import { firstSamplesOf, rowOf, sumKnown, verifiedOf } from '../result.ts';
import type { TaskFacts } from '../task-facts.ts';
import { type Contender, type Entrant, enter, splitsOf } from './contender.ts';
import { type RatedEntrant, rateModels } from './rate-models.ts';
import { type BoardTasks, meanDomains, solveRates } from './task-rates.ts';

export interface BuildLeaderboardInput {
  readonly contenders: readonly Contender[];
  /** The tasks of the board; left out, those that most results have. */
  readonly taskIds?: readonly string[] | undefined;
  readonly subset: string;
  readonly facts?: ReadonlyMap<string, TaskFacts>;
  /** Which tasks count as verified; by default as the shipped audit says. */
  readonly verified?: VerifiedTasks | undefined;
  /** Left out, the average where all have both splits, else the split that most have. */
  readonly rankedBy?: BoardScore | undefined;
  readonly elo?: EloMode;
  readonly resamples?: number;
  /** Tasks behind published numbers that come without verdicts. */
  readonly publishedTasks?: number;
}

export interface BuiltLeaderboard extends BoardTasks {
  readonly board: Leaderboard;
  readonly entrants: readonly Entrant[];
}

/** Ranks models that were judged on the same tasks. Whoever lacks some of them is named, with the reason. */
export function buildLeaderboard(input: BuildLeaderboardInput): BuiltLeaderboard {
  const { contenders, subset, facts = new Map(), elo = 'tasks', resamples = defaultResamples } = input;
  const { verified = listVerified() } = input;
  const judged = contenders.filter(({ results }) => splitSchema.options.some((split) => results[split]));
  if (judged.length === 0) return buildFromNumbers(input);
  const taskIds = input.taskIds ?? mostCommonTasks(judged);
  const rankedBy = input.rankedBy ?? chooseScore(judged, taskIds);
  const { entrants, excluded } = enter(judged, { taskIds, rankedBy });
  if (entrants.length === 0) {
    const [first] = excluded;
    const sentence = `No model can be ranked: ${first?.model} ${first?.reason}.`;
    throw new BigCodeBenchError('BAD_INPUT', sentence, { data: { excluded } });
  }
  const splits = splitsOf(rankedBy);
  const firstSamples = splits.map((split) =>
    entrants.flatMap(({ results }) => (results[split] ? firstSamplesOf(results[split], taskIds) : [])),
  );
  const ranked = rateModels({ entrants, firstSamples, elo, resamples }).sort(
    (a, b) => b.score - a.score || (a.contender.name < b.contender.name ? -1 : 1),
  );
  const unjudged = contenders.filter((contender) => !judged.includes(contender));
  const models: BoardModel[] = [
    ...ranked.map((entrant) => describeRanked(entrant, { taskIds, facts, verified })),
    ...unjudged.map((contender) => describePublished(contender, rankedBy)),
  ];
  return {
    ...{ taskIds, facts, entrants: ranked },
    board: {
      tasks: taskIds.length,
      verified_tasks: Math.max(0, ...models.map((model) => model.verified?.tasks ?? 0)),
      ...{ subset, ranked_by: rankedBy, elo, resamples, models },
      solve_rates: Object.fromEntries(splits.map((split, at) => [split, solveRates(firstSamples[at] ?? [], taskIds)])),
      excluded,
      notes: listNotes({ tasks: taskIds.length, ranked: ranked.length, unjudged: unjudged.length }, elo),
    },
  };
}

/** Published numbers alone: they can be ranked, but nothing can be said of how sure that is beyond their size. */
function buildFromNumbers(input: BuildLeaderboardInput): BuiltLeaderboard {
  const { contenders, subset, publishedTasks = 0 } = input;
  const hasBoth = ({ published }: Contender) =>
    splitSchema.options.every((split) => typeof published?.[split] === 'number');
  const rankedBy = input.rankedBy ?? (contenders.every(hasBoth) ? 'average' : 'complete');
  const models = contenders
    .map((contender) => describePublished(contender, rankedBy, publishedTasks))
    .sort((a, b) => (b[rankedBy] ?? -1) - (a[rankedBy] ?? -1) || (a.model < b.model ? -1 : 1));
  if (models.length === 0) throw usageError('There is no model to rank: give runs or a matrix.');
  const unscored = models.filter((model) => model[rankedBy] === null);
  const ranks = rankScores(Float64Array.from(models, (model) => model[rankedBy] ?? -1));
  return {
    ...{ taskIds: [], facts: new Map(), entrants: [] },
    board: {
      ...{ tasks: publishedTasks, verified_tasks: 0, subset, ranked_by: rankedBy, elo: 'none', resamples: 0 },
      models: models.map((model, at) => ({ ...model, rank: model[rankedBy] === null ? null : (ranks[at] ?? null) })),
      solve_rates: {},
      excluded: unscored.map(({ model }) => ({ model, reason: `has no published ${rankedBy} score` })),
      notes: ['Published numbers without verdicts: no tiers, no rank ranges, no Elo.'],
    },
  };
}

/** The set of tasks that most results were judged on; of two equally common ones the larger. */
function mostCommonTasks(contenders: readonly Contender[]): readonly string[] {
  const lists = contenders
    .flatMap(({ results }) => splitSchema.options.flatMap((split) => results[split] ?? []))
    .map(({ tasks }) => [...tasks.keys()]);
  const alike = [...groupBy(lists, (taskIds) => taskIds.toSorted().join('\n')).values()];
  const size = ([taskIds]: readonly string[][]) => taskIds?.length ?? 0;
  return alike.sort((a, b) => b.length - a.length || size(b) - size(a))[0]?.[0] ?? [];
}

function chooseScore(contenders: readonly Contender[], taskIds: readonly string[]): BoardScore {
  const count = (rankedBy: BoardScore) => enter(contenders, { taskIds, rankedBy }).entrants.length;
  const [average, complete, instruct] = [count('average'), count('complete'), count('instruct')];
  if (average > 0 && average === Math.max(complete, instruct)) return 'average';
  return complete >= instruct ? 'complete' : 'instruct';
}

function listNotes(counts: Record<'tasks' | 'ranked' | 'unjudged', number>, elo: EloMode) {
  const { tasks, ranked, unjudged } = counts;
  const gap = roundPercent(0.95 / Math.sqrt(tasks));
  const notes = [
    ranked > 1
      ? `Two models must differ by about ${gap} points before ${tasks} tasks can tell them apart.`
      : 'There is one model: a rank means nothing.',
    elo === 'upstream' &&
      'Elo as the original published it: its error bars count battles as independent and are about eight times too narrow.',
    unjudged > 0 && `Listed but not ranked: ${unjudged} with published numbers and no verdicts.`,
  ];
  return notes.filter((note) => note !== false);
}

function describeRanked(entrant: RatedEntrant, tasks: BoardTasks): BoardModel {
  const { taskIds, facts } = tasks;
  const { contender, row, elo, eloBenchmark: inAll } = entrant;
  const { published } = contender;
  const results = Object.values(entrant.results);
  const [shareComplete, shareInstruct] = splitSchema.options.map((split) => {
    const result = entrant.results[split];
    return result && meanOf(rowOf(result, taskIds));
  });
  // What was published fills a split that nobody has verdicts of.
  const complete = shareComplete === undefined ? (published?.complete ?? null) : roundPercent(shareComplete);
  const instruct = shareInstruct === undefined ? (published?.instruct ?? null) : roundPercent(shareInstruct);
  const average =
    shareComplete === undefined || shareInstruct === undefined
      ? averageOf(complete, instruct)
      : roundPercent((shareComplete + shareInstruct) / 2);
  const hard = row.filter((_, task) => facts.get(taskIds[task] ?? '')?.hard === true);
  // Where one of its results is of another edition, none.
  const isVerified = new Set(results.reduce((ids, result) => verifiedOf(result, ids, tasks.verified), [...taskIds]));
  const verified = row.filter((_, task) => isVerified.has(taskIds[task] ?? ''));
  return {
    ...{ model: contender.name, rank: entrant.rank, tier: entrant.tier, rank_range: [...entrant.rankRange] },
    ...{ complete, instruct, average },
    interval: roundBoth(entrant.interval),
    hard: hard.length > 0 ? roundPercent(meanOf(hard)) : null,
    verified: verified.length > 0 ? describeVerified(verified) : null,
    elo: elo ? roundTenth(elo.median) : null,
    elo_interval: elo ? roundBoth(elo.interval, roundTenth) : null,
    elo_benchmark: inAll ? roundTenth(inAll.median) : null,
    elo_benchmark_interval: inAll ? roundBoth(inAll.interval, roundTenth) : null,
    cost_usd: sumKnown(results.map(({ costUsd }) => costUsd)),
    output_tokens: sumKnown(results.map(({ usage }) => usage?.outputTokens)),
    ...describeInfo(contender),
    domains: meanDomains(row, tasks),
    has_verdicts: true,
  };
}

function describeVerified(row: Float64Array): BoardModel['verified'] {
  const { value, interval } = estimateMean([...row]);
  return { tasks: row.length, pass_at_1: roundPercent(value), interval: roundBoth(interval) };
}

const noVerdicts = {
  ...{ hard: null, verified: null, cost_usd: null, output_tokens: null },
  ...{ elo: null, elo_interval: null, elo_benchmark: null, elo_benchmark_interval: null },
};

/** A line for numbers that were published without verdicts. Of a known number of tasks, an interval can be given. */
function describePublished(contender: Contender, rankedBy: BoardScore, tasks?: number): BoardModel {
  const { complete = null, instruct = null } = contender.published ?? {};
  const average = averageOf(complete, instruct);
  const score = { complete, instruct, average }[rankedBy];
  return {
    ...{ model: contender.name, rank: null, tier: null, rank_range: null },
    ...{ complete, instruct, average },
    interval: score === null || !tasks ? null : roundBoth(wilsonInterval(score / 100, tasks)),
    ...noVerdicts,
    ...describeInfo(contender),
    domains: {},
    has_verdicts: false,
  };
}

function describeInfo({ info = {} }: Contender) {
  const { size = null, act_param = null, prompted, moe = null, link = null, date = null } = info;
  const type = prompted === undefined ? null : prompted ? ('chat' as const) : ('base' as const);
  return { size, act_param, type, moe, open: link === null ? null : link.includes('huggingface.co'), link, date };
}

function averageOf(complete: number | null, instruct: number | null): number | null {
  return complete === null || instruct === null ? null : roundTenth((complete + instruct) / 2);
}

function roundBoth([low, high]: readonly [number, number], round = roundPercent): [number, number] {
  return [round(low), round(high)];
}

function roundTenth(value: number): number {
  return Number(value.toFixed(1));
}

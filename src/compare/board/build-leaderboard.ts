import { listVerified, type VerifiedTasks } from '../../dataset/shipped-audit.ts';
import { BigCodeBenchError, usageError } from '../../error/bigcodebench-error.ts';
import type { BoardModel, BoardScore, EloMode, Leaderboard } from '../../schema/leaderboard.ts';
import { splitSchema } from '../../schema/task.ts';
import { rankScores } from '../../score/board/ranks.ts';
import { defaultResamples } from '../../score/resample-means.ts';
import { roundPercent } from '../../upstream/board-file.ts';
import { groupBy } from '../../util/group-by.ts';
import { firstSamplesOf } from '../result.ts';
import type { TaskFacts } from '../task-facts.ts';
import { type Contender, type Entrant, enter, splitsOf } from './contender.ts';
import { describePublished, describeRanked } from './describe-model.ts';
import { rateModels } from './rate-models.ts';
import { type BoardTasks, solveRates } from './task-rates.ts';

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
    ...unjudged.map((contender) => describePublished(contender, { rankedBy })),
  ];
  return {
    ...{ taskIds, facts, entrants: ranked },
    board: {
      tasks: taskIds.length,
      verified_tasks: Math.max(0, ...models.map((model) => model.verified?.tasks ?? 0)),
      ...{ subset, ranked_by: rankedBy, elo, resamples, models },
      solve_rates: Object.fromEntries(splits.map((split, at) => [split, solveRates(firstSamples[at] ?? [], taskIds)])),
      excluded,
      notes: listNotes({ tasks: taskIds.length, ranked: ranked.length, unjudged: unjudged.length, elo }),
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
    .map((contender) => describePublished(contender, { rankedBy, tasks: publishedTasks }))
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

function listNotes({
  tasks,
  ranked,
  unjudged,
  elo,
}: Record<'tasks' | 'ranked' | 'unjudged', number> & { elo: EloMode }) {
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

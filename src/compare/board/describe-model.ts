import type { BoardModel, BoardScore } from '../../schema/leaderboard.ts';
import { splitSchema } from '../../schema/split.ts';
import { wilsonInterval } from '../../score/estimate.ts';
import { roundPercent } from '../../upstream/board-file.ts';
import type { TaskFacts } from '../task-facts.ts';
import type { Contender } from './contender.ts';
import type { Entrant } from './entrant.ts';
import type { ModelRating } from './rate-models.ts';
import { meanDomains } from './task-rates.ts';

interface RankedModel {
  readonly entrant: Entrant;
  readonly rating: ModelRating;
  readonly taskIds: readonly string[];
  readonly facts: ReadonlyMap<string, TaskFacts>;
}

/** A line of the board for a model whose verdicts are known. */
export function describeRanked({ entrant, rating, taskIds, facts }: RankedModel): BoardModel {
  const { contender, row, rows } = entrant;
  const results = splitSchema.options.flatMap((split) => entrant.results[split] ?? []);
  const { published } = contender;
  // What was published fills a split that nobody has verdicts of.
  const complete = rows.complete ? roundPercent(meanOf(rows.complete)) : (published?.complete ?? null);
  const instruct = rows.instruct ? roundPercent(meanOf(rows.instruct)) : (published?.instruct ?? null);
  const average =
    rows.complete && rows.instruct
      ? roundPercent((meanOf(rows.complete) + meanOf(rows.instruct)) / 2)
      : averageOf(complete, instruct);
  const hard = row.filter((_, task) => facts.get(taskIds[task] ?? '')?.hard === true);
  const { elo, eloBenchmark } = rating;
  return {
    model: contender.name,
    rank: rating.rank,
    tier: rating.tier,
    rank_range: [...rating.rankRange],
    complete,
    instruct,
    average,
    interval: [roundPercent(rating.interval[0]), roundPercent(rating.interval[1])],
    hard: hard.length > 0 ? roundPercent(meanOf(hard)) : null,
    elo: elo ? roundTo(elo.median, 1) : null,
    elo_interval: elo ? [roundTo(elo.interval[0], 1), roundTo(elo.interval[1], 1)] : null,
    elo_benchmark: eloBenchmark ? roundTo(eloBenchmark.median, 1) : null,
    elo_benchmark_interval: eloBenchmark
      ? [roundTo(eloBenchmark.interval[0], 1), roundTo(eloBenchmark.interval[1], 1)]
      : null,
    cost_usd: sumKnown(results.map(({ costUsd }) => costUsd)),
    output_tokens: sumKnown(results.map(({ usage }) => usage?.outputTokens)),
    ...describeInfo(contender),
    domains: meanDomains(row, taskIds, facts),
    has_verdicts: true,
  };
}

/** A line for numbers that were published without verdicts. Of a known number of tasks, an interval can be given. */
export function describePublished(
  contender: Contender,
  { rankedBy, tasks }: { rankedBy: BoardScore; tasks?: number },
): BoardModel {
  const { complete = null, instruct = null } = contender.published ?? {};
  const average = averageOf(complete, instruct);
  const score = { complete, instruct, average }[rankedBy];
  const [low, high] = wilsonInterval((score ?? 0) / 100, tasks ?? 0);
  return {
    model: contender.name,
    rank: null,
    tier: null,
    rank_range: null,
    complete,
    instruct,
    average,
    interval: score === null || !tasks ? null : [roundPercent(low), roundPercent(high)],
    hard: null,
    elo: null,
    elo_interval: null,
    elo_benchmark: null,
    elo_benchmark_interval: null,
    cost_usd: null,
    output_tokens: null,
    ...describeInfo(contender),
    domains: {},
    has_verdicts: false,
  };
}

function describeInfo({
  info,
}: Contender): Pick<BoardModel, 'size' | 'act_param' | 'type' | 'moe' | 'open' | 'link' | 'date'> {
  return {
    size: info?.size ?? null,
    act_param: info?.act_param ?? null,
    type: info?.prompted === undefined ? null : info.prompted ? 'chat' : 'base',
    moe: info?.moe ?? null,
    open: info?.link === undefined ? null : info.link.includes('huggingface.co'),
    link: info?.link ?? null,
    date: info?.date ?? null,
  };
}

function averageOf(complete: number | null, instruct: number | null): number | null {
  return complete === null || instruct === null ? null : roundTo((complete + instruct) / 2, 1);
}

function meanOf(values: Float64Array): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function sumKnown(values: readonly (number | undefined)[]): number | null {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 || known.length < values.length ? null : known.reduce((sum, value) => sum + value, 0);
}

function roundTo(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

import type { BoardModel, BoardScore } from '../../schema/leaderboard.ts';
import { splitSchema } from '../../schema/task.ts';
import { estimateMean, wilsonInterval } from '../../score/estimate.ts';
import { meanOf } from '../../score/values.ts';
import { roundPercent } from '../../upstream/board-file.ts';
import { rowOf, sumKnown, verifiedOf } from '../result.ts';
import type { Contender } from './contender.ts';
import type { RatedEntrant } from './rate-models.ts';
import { type BoardTasks, meanDomains } from './task-rates.ts';

export function describeRanked(entrant: RatedEntrant, tasks: BoardTasks): BoardModel {
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
export function describePublished(
  contender: Contender,
  { rankedBy, tasks }: { rankedBy: BoardScore; tasks?: number },
): BoardModel {
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

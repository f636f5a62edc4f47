import type { EloMode } from '../../schema/leaderboard.ts';
import { assignTiers, rankRanges, rankScores, resampleScores } from '../../score/board/ranks.ts';
import { fightOverBenchmark, fightOverTasks, rateUpstream } from '../../score/elo/elo-upstream.ts';
import { type EloRating, rateByTasks } from '../../score/elo/fit-ratings.ts';
import { estimateMean } from '../../score/estimate.ts';
import { meanOf } from '../../score/values.ts';
import type { Entrant } from './contender.ts';

interface RateModelsInput {
  readonly entrants: readonly Entrant[];
  /** 0 or 1 of the first sample, by split: what the original's Elo looks at. */
  readonly firstSamples: readonly (readonly Float64Array[])[];
  readonly elo: EloMode;
  readonly resamples: number;
}

export type RatedEntrant = ReturnType<typeof rateModels>[number];

/** Ratings over the whole benchmark need one fit for each resample and say little: fewer resamples do. */
const benchmarkResamples = 1000;

export function rateModels(input: RateModelsInput) {
  const { entrants, resamples } = input;
  const rows = entrants.map(({ row }) => row);
  const tasks = rows[0]?.length ?? 0;
  const scores = Float64Array.from(rows, meanOf);
  const resampled = resampleScores(rows, resamples);
  const ranks = rankScores(scores);
  const ranges = rankRanges(resampled);
  const tiers = assignTiers(rows);
  const few = resampled.slice(0, benchmarkResamples);
  const raters: Record<EloMode, () => EloRating[][]> = {
    none: () => [],
    upstream: () => [fightOverTasks, fightOverBenchmark].map((fight) => rateUpstream(fight(input.firstSamples))),
    tasks: () => [
      rateByTasks({ scores, resampled, tasks, level: 'task' }),
      rateByTasks({ scores, resampled: few, tasks, level: 'benchmark' }),
    ],
  };
  const [elo, eloBenchmark] = raters[input.elo]();
  return entrants.map((entrant, model) => ({
    ...entrant,
    score: scores[model] ?? 0,
    // Not of these resamples: a run has the same interval here as everywhere else.
    interval: estimateMean([...entrant.row]).interval,
    rank: ranks[model] ?? 0,
    rankRange: ranges[model] ?? [1, rows.length],
    tier: tiers[model] ?? 1,
    elo: elo?.[model],
    eloBenchmark: eloBenchmark?.[model],
  }));
}

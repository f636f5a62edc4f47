import { z } from 'zod';
import { verifiedScoreSchema } from './score.ts';
import { domainSchema } from './task.ts';

const percent = z.number().nullable();
const interval = z.tuple([z.number(), z.number()]).nullable();

/** A model on the board. Scores are percentages with one decimal, as the original's board rounds them. */
const boardModelSchema = z.object({
  model: z.string(),
  /** From 1, equal scores share one; null where the score that ranks is missing. */
  rank: z.number().int().nullable(),
  /** Models of one tier cannot be told apart from its best one. Null without verdicts. */
  tier: z.number().int().nullable(),
  /** Ranks that 95 of 100 resamples of the tasks give. */
  rank_range: z.tuple([z.number().int(), z.number().int()]).nullable(),
  complete: percent,
  instruct: percent,
  average: percent,
  /** 95% interval of the score that ranks. */
  interval,
  /** The score that ranks, over the hard subset. */
  hard: percent,
  /** The same over the verified tasks; null where the audit does not know them. */
  verified: verifiedScoreSchema.nullable(),
  /** Games on single tasks. */
  elo: percent,
  elo_interval: interval,
  /** One game for each pair, on the mean score. */
  elo_benchmark: percent,
  elo_benchmark_interval: interval,
  cost_usd: z.number().nullable(),
  output_tokens: z.number().int().nullable(),
  size: z.number().nullable(),
  act_param: z.number().nullable(),
  type: z.enum(['chat', 'base']).nullable(),
  moe: z.boolean().nullable(),
  open: z.boolean().nullable(),
  link: z.string().nullable(),
  date: z.string().nullable(),
  /** By domain, of the score that ranks. */
  domains: z.partialRecord(domainSchema, z.number()),
  /** False for numbers somebody published without saying which tasks were solved. */
  has_verdicts: z.boolean(),
});

export type BoardModel = z.infer<typeof boardModelSchema>;

/** What `bcb leaderboard --json` prints. */
export const leaderboardSchema = z.object({
  /** How many tasks every ranked model was judged on. */
  tasks: z.number().int(),
  /** How many of them are verified. */
  verified_tasks: z.number().int(),
  subset: z.string(),
  ranked_by: z.enum(['average', 'complete', 'instruct']),
  /** `tasks` resamples tasks and keeps ties; `upstream` resamples battles, as the original's board did. */
  elo: z.enum(['tasks', 'upstream', 'none']),
  resamples: z.number().int(),
  models: z.array(boardModelSchema),
  /** Share of the ranked models that solve each task, in percent with one decimal, by split. */
  solve_rates: z.partialRecord(z.enum(['complete', 'instruct']), z.record(z.string(), z.number())),
  /** Models and results that are not ranked, and why. */
  excluded: z.array(z.object({ model: z.string(), reason: z.string() })),
  notes: z.array(z.string()),
});

export type Leaderboard = z.infer<typeof leaderboardSchema>;
/** The score that ranks. */
export type BoardScore = Leaderboard['ranked_by'];
export type EloMode = Leaderboard['elo'];

import { z } from 'zod';

/** An estimate with its uncertainty. Everything is a share from 0 to 1. */
export const estimateSchema = z.object({
  value: z.number(),
  /** Standard error, clustered by task. */
  standardError: z.number(),
  /** 95% interval by bootstrap over tasks. */
  interval: z.tuple([z.number(), z.number()]),
  /** 95% Wilson interval; for k = 1 only. */
  wilson: z.tuple([z.number(), z.number()]).optional(),
});

export type Estimate = z.infer<typeof estimateSchema>;

/** pass@k for one k. */
export const scoreAtKSchema = z.object({
  k: z.number().int().positive(),
  /** Chance that at least one of k samples passes: pass@k, unbiased. */
  passAtK: estimateSchema,
  /** Chance that all of k samples pass: pass^k, unbiased. */
  passHatK: estimateSchema,
});

export type ScoreAtK = z.infer<typeof scoreAtKSchema>;

/** The score of some of the tasks. */
export const groupScoreSchema = z.object({
  name: z.string(),
  tasks: z.number().int(),
  /** pass@1: the share of samples that pass, averaged over tasks. */
  passAt1: estimateSchema,
});

export type GroupScore = z.infer<typeof groupScoreSchema>;

/** The score over the verified ones of the tasks, in the unit of the document that it is in. */
export const verifiedScoreSchema = z.object({
  tasks: z.number().int(),
  pass_at_1: z.number(),
  interval: z.tuple([z.number(), z.number()]),
});

/** An estimate of pass@1 over all public tasks from a few of them. It is not a score and must not be called one. */
export const fullEstimateSchema = z.object({
  value: z.number(),
  /** From the errors of such estimates for models that had no say in them, in 95 of 100 cases. */
  interval: z.tuple([z.number(), z.number()]),
  /** Tasks it is made from, and tasks it is about. */
  judged: z.number().int(),
  tasks: z.number().int(),
});

export type FullEstimate = z.infer<typeof fullEstimateSchema>;

/** What other seeds make of pass@1: shown only where samples were re-run. */
export const chanceScoreSchema = z.object({
  /** Samples that were re-run, and those of them that both passed and failed. */
  confirmed: z.number().int(),
  changed: z.number().int(),
  /** pass@1 where each sample counts by the share of its runs that pass. */
  expected: z.number(),
  /** pass@1 if everything that can go wrong by chance does, and if nothing does. */
  range: z.tuple([z.number(), z.number()]),
});

export type ChanceScore = z.infer<typeof chanceScoreSchema>;

/** The k of pass@k that are computed unless others are asked for. */
export const defaultPassK: readonly number[] = [1, 5, 10];

/** Numbers over the verdicts of a run: pass@k with intervals, by domain and by library. */
export const scoreSchema = z.object({
  tasks: z.number().int(),
  samples: z.number().int(),
  /** The share of samples that pass, averaged over tasks. */
  passAt1: estimateSchema,
  byK: z.array(scoreAtKSchema),
  /** Each requested k that cannot be computed, with the reason. */
  notComputed: z.array(z.object({ k: z.number().int(), reason: z.string() })),
  /** Over the tasks whose reference solution passes in this environment. */
  valid: groupScoreSchema.optional(),
  /** Over the tasks in the hard subset, if there are any. */
  hard: groupScoreSchema.optional(),
  /** Of the quick subset only. */
  fullEstimate: fullEstimateSchema.optional(),
  chance: chanceScoreSchema.optional(),
  byDomain: z.array(groupScoreSchema),
  byLibrary: z.array(groupScoreSchema),
});

export type Score = z.infer<typeof scoreSchema>;

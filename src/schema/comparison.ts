import { z } from 'zod';
import { decisionVerdicts } from './decision.ts';
import { verifiedScoreSchema } from './score.ts';

/** Points are percentage points; a difference is b − a. */
const interval = z.tuple([z.number(), z.number()]);
const count = z.number().int().nonnegative();

const comparedResultSchema = z.object({
  /** The model, with what sets it apart where another one has the same. */
  name: z.string(),
  model: z.string(),
  source: z.string(),
  run_id: z.string().optional(),
  split: z.string().optional(),
  subset: z.string().optional(),
  /** Samples of each task; the smallest number where they differ. */
  samples: count,
  /** Mean over the compared tasks of the share of samples that pass, in percent. */
  score: z.number(),
  interval,
  cost_usd: z.number().optional(),
  /** What was paid for all answers, by solved task. */
  cost_per_solved: z.number().optional(),
  output_tokens: count.optional(),
  /** The same score over the verified ones of the tasks, in percent, where the audit knows them. */
  verified: verifiedScoreSchema.optional(),
  /** How often two samples of a task agree on passing or failing, in percent. */
  self_consistency: z.number().optional(),
});

export type ComparedResult = z.infer<typeof comparedResultSchema>;

const hintSchema = z.enum(['more samples', 'more tasks']);
const difference = { a: z.number(), b: z.number(), delta: z.number(), interval, p: z.number() };

/** Parts of the tasks. Exploratory: p is adjusted over all slices by Benjamini and Hochberg. */
const slices = z.array(z.object({ name: z.string(), tasks: count, ...difference }));

export const comparisonSchema = z.object({
  a: comparedResultSchema,
  b: comparedResultSchema,
  tasks: count,
  /** Solved by both, by one alone, by neither; with several samples what is to be expected of one sample each. */
  both: z.number(),
  only_a: z.number(),
  only_b: z.number(),
  neither: z.number(),
  delta: z.number(),
  interval,
  test: z.enum(['mcnemar', 'sign-flip']),
  /** Two-sided; among several comparisons adjusted by Holm. */
  p: z.number(),
  /** Before the adjustment. */
  p_single: z.number(),
  /** A smaller difference could not have been significant here. */
  smallest_gap: z.number(),
  /** The true difference that such a comparison finds in 80 of 100 cases. */
  likely_gap: z.number(),
  /** What a run of b would have come to that stops when it has decided against a: see `run --against`. */
  decision: z.object({ verdict: z.enum(decisionVerdicts), tasks_used: count, e_value: z.number() }).optional(),
  /** Standard errors of the difference, in points. */
  noise: z.object({ total: z.number(), tasks: z.number(), sampling: z.number(), hint: hintSchema }).optional(),
  /** Where answers were repaired: after each round, the first answers being round 0. One that did not goes on as it is. */
  rounds: z.array(z.object({ round: count, ...difference })).optional(),
  /** A gate for CI: whether b is worse than a by less than the margin, with confidence 1 − alpha. */
  gate: z.object({ margin: z.number(), alpha: z.number(), worst_loss: z.number(), passed: z.boolean() }).optional(),
  by_domain: slices,
  by_library: slices,
  by_difficulty: slices,
  /** Tasks with which the two came to different ends. */
  flips: z.array(
    z.object({
      task_id: z.string(),
      /** `pass`, `fail` or `timeout`; with several samples how many of them pass: `3/10`. */
      a: z.string(),
      b: z.string(),
      /** Why the worse one failed, in one line. */
      cause: z.string(),
    }),
  ),
  /** Fields that differ, allowed by `--allow-mismatch`. */
  mismatches: z.array(z.object({ field: z.string(), a: z.string(), b: z.string() })),
  excluded: z.array(z.object({ reason: z.string(), task_ids: z.array(z.string()) })),
  notes: z.array(z.string()),
});

export type Comparison = z.infer<typeof comparisonSchema>;
export type Flip = Comparison['flips'][number];
export type Mismatch = Comparison['mismatches'][number];

export const comparisonsSchema = z.object({ baseline: comparedResultSchema, comparisons: z.array(comparisonSchema) });

export type Comparisons = z.infer<typeof comparisonsSchema>;

/** What `bcb compare --json` prints: one comparison, or several with a baseline. */
export const comparisonDocumentSchema = z.union([comparisonSchema, comparisonsSchema]);

export type ComparisonDocument = z.infer<typeof comparisonDocumentSchema>;

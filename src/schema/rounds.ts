import { z } from 'zod';
import { estimateSchema } from './score.ts';

/** What a model is shown about its program before it answers again; `all` shows the tests that judge it. */
export const feedbackKindSchema = z.enum(['none', 'compile', 'visible', 'all']);

export type FeedbackKind = z.infer<typeof feedbackKindSchema>;

export const repairSettingsSchema = z.object({
  /** How often a model may answer again. */
  rounds: z.number().int().positive(),
  feedback: feedbackKindSchema,
  /** Which tests are visible, and what a model is told of them: the rule's name. Runs without one are of earlier rules. */
  visible: z.string().optional(),
  /** Identifies the recorded answers that stand for the first ones. */
  static: z.string().optional(),
});

export type RepairSettings = z.infer<typeof repairSettingsSchema>;

const count = z.number().int();
const interval = z.tuple([z.number(), z.number()]);
const differenceSchema = z.object({ value: z.number(), interval });
const spendingSchema = z.object({ tokens: z.number().optional(), costUsd: z.number().optional() });

/** What first answers alone come to for what conversations take; gains are what repairs are better by. */
const freshSchema = z.object({
  /** How many for each task. Between two whole numbers, scores are a mix of both that takes as much. */
  samples: z.number(),
  /** One of them passes, as only the hidden tests can tell. */
  passAtK: estimateSchema,
  gain: differenceSchema,
  /** Asked again until the visible tests pass: how many that takes on average, as far as there are more. */
  pickedSamples: z.number().optional(),
  /** The one that passes all visible tests passes the others, too. */
  picked: estimateSchema,
  pickedGain: differenceSchema,
});

/** What the rounds of a run came to. Shares are from 0 to 1. */
export const roundsSummarySchema = repairSettingsSchema.extend({
  byRound: z.array(
    z.object({
      /** 0: the first answers. */
      round: z.number().int().nonnegative(),
      /** Of the last answer that each sample has by then. */
      passAt1: estimateSchema,
      /** Against the first answers, task by task; of later rounds. */
      gain: differenceSchema.optional(),
      /** Answers asked for in this round, with what they took, as far as that is known. */
      asked: z.number().int(),
      ...spendingSchema.shape,
      /** What this round and all before it took for each sample that passes by then. */
      perSolved: spendingSchema.optional(),
    }),
  ),
  /** Samples that failed at first and pass at the end; that passed at some time and fail at the end. */
  repaired: z.number().int(),
  broken: z.number().int(),
  /** Repaired samples that pass every visible test and fail a hidden one. */
  overfitted: z.number().int(),
  /** Share of samples that pass at some time; mean of 1/n, where the n-th answer is the first that passes. */
  recall: z.number(),
  mrr: z.number(),
  /** At the same tokens, and at the same dollars. */
  fresh: freshSchema.optional(),
  freshByCost: freshSchema.optional(),
  /** Why the first answers failed, and how many of those were repaired; the interval is of their share. */
  byCause: z.array(z.object({ cause: z.string(), failed: count, repaired: count, interval: interval.optional() })),
});

export type RoundsSummary = z.infer<typeof roundsSummarySchema>;

import { z } from 'zod';

export const decisionVerdicts = ['better', 'worse', 'equivalent', 'undecided'] as const;

/** What a run is to decide, and in what order it asks: part of its identity. */
export const decisionSettingsSchema = z.object({
  /** The result it is compared with, by name, and the hash of what it solved. */
  against: z.string(),
  hash: z.string(),
  /** How often a decision may be wrong. */
  alpha: z.number(),
  /** A difference that does not matter, from 0 to 1. */
  margin: z.number().optional(),
  seed: z.number().int(),
  /** How many tasks belong together: one of each stratum. A decision falls at the end of such a block. */
  block: z.number().int().positive(),
});

export type DecisionSettings = z.infer<typeof decisionSettingsSchema>;

/** What a run has decided against another result, and after how many tasks. */
export const decisionSchema = decisionSettingsSchema.extend({
  verdict: z.enum(decisionVerdicts),
  eValue: z.number(),
  tasksUsed: z.number().int(),
  /** Judged by then: what was under way at the decision does not count towards it. */
  tasksJudged: z.number().int(),
  tasksTotal: z.number().int(),
  /** An estimate of pass@1 over all tasks, not a score. */
  estimate: z.number(),
  interval: z.tuple([z.number(), z.number()]),
  /** What the tasks that were not asked would have cost, if they cost as much as the others. */
  savedUsd: z.number().optional(),
  /** E-values after so many tasks; 1/α decides. */
  steps: z.array(
    z.object({ tasks: z.number().int(), better: z.number(), worse: z.number(), equivalent: z.number().optional() }),
  ),
});

export type Decision = z.infer<typeof decisionSchema>;

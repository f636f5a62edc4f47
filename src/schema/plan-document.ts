import { z } from 'zod';

const cost = z.number().optional();

/** What `plan --json` prints: gaps in points, costs in US dollars. */
export const planDocumentSchema = z.object({
  gap: z.number(),
  /** `enough`: whether there are so many tasks. */
  fixed: z.object({ tasks: z.number().int(), enough: z.boolean(), cost }),
  /** Tasks of runs that stop when they have decided, and what the mean costs. */
  sequential: z.object({
    gap: z.number(),
    mean: z.number(),
    median: z.number().int(),
    p90: z.number().int(),
    /** The share of runs that decide before the tasks end. */
    decided: z.number(),
    cost,
  }),
  alpha: z.number(),
  power: z.number(),
  n_samples: z.number().int(),
  tasks_total: z.number().int(),
  max_tasks: z.number().int().optional(),
  /** The share of tasks on which single answers of the two differ, and how much of it is chance. */
  discordance: z.number(),
  chance: z.number().optional(),
  chance_assumed: z.boolean().optional(),
  tokens_per_task: z.number().int().optional(),
  cost_per_task: z.number().nullable().optional(),
});

export type PlanDocument = z.infer<typeof planDocumentSchema>;

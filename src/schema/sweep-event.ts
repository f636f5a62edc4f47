import { z } from 'zod';

/** One line of the `journal.jsonl` of a sweep: which evaluations belong to it. */
export const sweepEventSchema = z.object({
  type: z.literal('evaluation-opened'),
  runId: z.string(),
  at: z.string(),
});

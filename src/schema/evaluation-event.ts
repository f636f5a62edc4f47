import { z } from 'zod';
import { outcomeSchema, upstreamStatusSchema } from './execution.ts';
import { groundTruthSchema } from './ground-truth.ts';
import { seedSchema } from './job.ts';
import { verdictSchema } from './verdict.ts';

/** A sample was re-run with another seed. Its verdict does not change. */
export const confirmationSchema = z.object({
  taskId: z.string(),
  index: z.number().int(),
  seed: seedSchema,
  outcome: outcomeSchema,
  status: upstreamStatusSchema,
});

export type Confirmation = z.infer<typeof confirmationSchema>;

/** One line of an evaluation's `journal.jsonl`. */
export const evaluationEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('started'), at: z.string() }),
  z.object({ type: z.literal('ground-truth'), groundTruth: groundTruthSchema }),
  z.object({ type: z.literal('verdict'), verdict: verdictSchema }),
  confirmationSchema.extend({ type: z.literal('confirmation') }),
  /** The Python environment was still what it was: everything before counts. */
  z.object({ type: z.literal('environment-checked'), at: z.string() }),
  /** It was not: everything since the last good check is void. */
  z.object({ type: z.literal('environment-changed'), at: z.string() }),
  z.object({ type: z.literal('finished'), at: z.string() }),
]);

export type EvaluationEvent = z.infer<typeof evaluationEventSchema>;

import { z } from 'zod';
import { groundTruthSchema } from '../schema/ground-truth.ts';
import { verdictSchema } from '../schema/verdict.ts';

/** One line of an evaluation's `journal.jsonl`. */
export const evaluationEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('started'), at: z.string() }),
  z.object({ type: z.literal('ground-truth'), groundTruth: groundTruthSchema }),
  z.object({ type: z.literal('verdict'), verdict: verdictSchema }),
  /** A failing sample was run again: `passed` of `runs`, the first run included. */
  z.object({
    type: z.literal('confirmation'),
    taskId: z.string(),
    index: z.number().int(),
    passed: z.number().int(),
    runs: z.number().int(),
  }),
  z.object({ type: z.literal('finished'), at: z.string() }),
]);

export type EvaluationEvent = z.infer<typeof evaluationEventSchema>;

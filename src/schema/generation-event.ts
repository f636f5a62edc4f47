import { z } from 'zod';
import { finishReasonSchema, usageSchema } from './sample.ts';

/** Which earlier answers to request again. */
export const retryKindSchema = z.enum(['truncated', 'empty', 'refused', 'errors']);

export type RetryKind = z.infer<typeof retryKindSchema>;

/** An answer as it arrived, before any processing. */
export const answerRecordSchema = z.object({
  taskId: z.string(),
  index: z.number().int().nonnegative(),
  /** SHA-256 of everything that affects the answer: model, prompt, parameters, fields sent. */
  requestHash: z.string(),
  text: z.string(),
  reasoning: z.string().optional(),
  finishReason: finishReasonSchema,
  rawFinishReason: z.string().optional(),
  usage: usageSchema.optional(),
  costUsd: z.number().optional(),
  latencyMs: z.number(),
  warnings: z.array(z.string()),
  responseId: z.string().optional(),
  responseModel: z.string().optional(),
  seed: z.number().int().optional(),
  /** The round of `--retry` that requested it; 0 is the first request. */
  round: z.number().int().nonnegative(),
  /** Set if a retry had a different budget than the run. */
  maxNewTokens: z.number().int().optional(),
  at: z.string(),
});

export type AnswerRecord = z.infer<typeof answerRecordSchema>;

const roundSchema = z.object({
  number: z.number().int().positive(),
  kinds: z.array(retryKindSchema),
  maxNewTokens: z.number().int().optional(),
});

/** One round of requesting some kinds of answers again. */
export type RetryRound = z.infer<typeof roundSchema>;

/** One line of a generation's `journal.jsonl`. */
export const generationEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('started'), at: z.string() }),
  z.object({ type: z.literal('answer'), answer: answerRecordSchema }),
  /** The provider did not answer after all attempts: a hole that the next start requests again. */
  z.object({
    type: z.literal('fault'),
    taskId: z.string(),
    indexes: z.array(z.number().int()),
    requestHash: z.string(),
    fault: z.string(),
    status: z.number().optional(),
    message: z.string(),
    at: z.string(),
  }),
  z.object({ type: z.literal('retry-started'), round: roundSchema, at: z.string() }),
  z.object({ type: z.literal('retry-finished'), number: z.number().int(), at: z.string() }),
]);

export type GenerationEvent = z.infer<typeof generationEventSchema>;

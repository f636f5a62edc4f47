import { z } from 'zod';

/** Tokens as the provider counted them; `reasoning` is a part of `output`, `cached` a part of `input`. */
export const usageSchema = z.object({
  inputTokens: z.number().int().nonnegative().optional(),
  cachedTokens: z.number().int().nonnegative().optional(),
  reasoningTokens: z.number().int().nonnegative().optional(),
  outputTokens: z.number().int().nonnegative().optional(),
});

export type Usage = z.infer<typeof usageSchema>;

/** Why an answer ended. */
export const finishReasonSchema = z.enum([
  'stop',
  'length',
  'content-filter',
  'context-too-long',
  'repetition',
  'error',
  'other',
]);

export type FinishReason = z.infer<typeof finishReasonSchema>;

/** How the solution was extracted from the raw text. */
export const extractionSchema = z.object({
  strategy: z.string(),
  version: z.number().int(),
  /** Which block was taken, what was dropped and why, in a few short phrases. */
  trail: z.array(z.string()),
});

export type Extraction = z.infer<typeof extractionSchema>;

/** An answer that was repaired, and what its model was told about it. */
export const earlierAnswerSchema = z.object({
  rawText: z.string(),
  feedback: z.string(),
  usage: usageSchema.optional(),
});

/** One answer from a model to a task. The raw text, if there is one, is always kept. */
export const sampleSchema = z.object({
  taskId: z.string(),
  /** Numbers the samples of one task from 0. */
  index: z.number().int().nonnegative(),
  solution: z.string(),
  rawText: z.string().optional(),
  reasoning: z.string().optional(),
  model: z.string().optional(),
  finishReason: finishReasonSchema.optional(),
  usage: usageSchema.optional(),
  extraction: extractionSchema.optional(),
  /** Where this one is a repair: the answers before it, the first one first. */
  earlier: z.array(earlierAnswerSchema).optional(),
  /** Unknown fields of the line it was read from: kept, and written back. */
  extra: z.record(z.string(), z.unknown()).optional(),
});

export type Sample = z.infer<typeof sampleSchema>;

import { z } from 'zod';
import { askingSchema, runConditionsSchema, runHeaderSchema, runResultSchema } from './run-record.ts';

/** How a run asked, so that its prompts can be rendered again. */
export const submittedPromptSchema = askingSchema.omit({ expandsTabs: true });

export type SubmittedPrompt = z.infer<typeof submittedPromptSchema>;

/** One run of a submission. Files are named relative to the bundle. */
export const submittedRunSchema = z.object({
  run_id: z.string(),
  /** What the run says of itself, without what only concerns the machine it ran on. */
  run: runHeaderSchema.omit({ asking: true }).extend({
    samples: z.number().int(),
    conditions: runConditionsSchema.omit({ address: true }),
    dataset: runHeaderSchema.shape.dataset.omit({ file: true }),
  }),
  result: runResultSchema.omit({ durationMs: true }),
  /** Left out where the samples came as a file: then nobody can check what was asked. */
  prompt: submittedPromptSchema.optional(),
  /** How code is taken out of the raw text, and whether thinking is taken off first. */
  extraction: z.object({ strategy: z.string(), without_thinking: z.boolean() }),
  /** pass@1 and its 95% interval, in percent. */
  score: z.number(),
  interval: z.tuple([z.number(), z.number()]),
  files: z.object({
    samples: z.string(),
    raw: z.string(),
    eval_results: z.string(),
    pass_at_k: z.string(),
    verdicts: z.string(),
    /** Left out where the samples came as a file. */
    recipe: z.string().optional(),
  }),
});

export type SubmittedRun = z.infer<typeof submittedRunSchema>;

/** `submission.json`: what a bundle holds and claims. */
export const submissionSchema = z.object({
  schema_version: z.literal(1),
  /** The fields of the original's `model_info`; checked for completeness, not required to read the rest. */
  model: z.record(z.string(), z.unknown()),
  runs: z.array(submittedRunSchema).min(1),
  cost_usd: z.number().nullable(),
  output_tokens: z.number().int().nullable(),
});

export type Submission = z.infer<typeof submissionSchema>;

/** A line of `raw/…jsonl`: an answer as the model gave it, and what was made of it. */
export const rawLineSchema = z.object({
  task_id: z.string(),
  sample_index: z.number().int().nonnegative(),
  /** The text that code was taken out of; of a base model with the prompt in front. */
  raw_solution: z.string(),
  finish_reason: z.string().optional(),
  reasoning: z.string().optional(),
  usage: z.record(z.string(), z.number()).optional(),
  /** SHA-256 of the prompt, where the run says how it asked. */
  prompt_sha256: z.string().optional(),
});

export type RawLine = z.infer<typeof rawLineSchema>;

/** What `bcb submit --check --json` prints. */
export const submissionCheckSchema = z.object({
  ok: z.boolean(),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), message: z.string() })),
});

export type SubmissionCheck = z.infer<typeof submissionCheckSchema>;

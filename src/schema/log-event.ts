import { z } from 'zod';
import { outcomeSchema, seedSchema, upstreamStatusSchema } from './execution.ts';
import { groundTruthSchema, proofSchema } from './proof.ts';
import { runConditionsSchema, runLabelsSchema, runResultSchema } from './run-record.ts';
import { finishReasonSchema, usageSchema } from './sample.ts';
import { noteVerdict, type Verdict, verdictNoteSchema, verdictSchema } from './verdict.ts';

/** Which earlier answers to request again. */
export const retryKindSchema = z.enum(['truncated', 'empty', 'refused', 'errors']);

export type RetryKind = z.infer<typeof retryKindSchema>;

/** Names one sample of a run. */
export const sampleKey = { taskId: z.string(), index: z.number().int().nonnegative() };

/** Which answer of a conversation, from 0; written only for repairs. */
const turn = z.number().int().positive().optional();

/** A sample of a run: its number among those of its task, and in its conversation; without `turn` the last answer. */
export type SampleKey = { readonly [Name in keyof typeof sampleKey]: z.infer<(typeof sampleKey)[Name]> } & {
  readonly turn?: number | undefined;
};

/** What makes an answer a repair: the answer before it, and what the model was shown about that one. */
export const repairSchema = z.object({
  /** From 1. */
  round: z.number().int().positive(),
  /** Hash of the program that was to be repaired. */
  parent: z.string(),
  feedback: z.string(),
});

export type Repair = z.infer<typeof repairSchema>;

/** What came back from a model for one sample. */
const modelAnswerSchema = z.object({
  text: z.string(),
  reasoning: z.string().optional(),
  finishReason: finishReasonSchema,
  /** The provider's own word for it. */
  rawFinishReason: z.string().optional(),
  /** Of the whole call; if one call gave several answers, only the first has it. */
  usage: usageSchema.optional(),
  /** In dollars, where the model says it itself, or its price is known. */
  costUsd: z.number().optional(),
  latencyMs: z.number(),
  warnings: z.array(z.string()),
  responseId: z.string().optional(),
  /** The exact model, as the provider names it. */
  responseModel: z.string().optional(),
});

export type ModelAnswer = z.infer<typeof modelAnswerSchema>;

/** An answer as it arrived, before any processing. */
export const answerRecordSchema = z.object({
  ...sampleKey,
  /** SHA-256 of everything that affects the answer: model, prompt, parameters, fields sent. */
  requestHash: z.string(),
  ...modelAnswerSchema.shape,
  seed: z.number().int().optional(),
  /** The round of `--retry` that requested it; 0 is the first request. */
  round: z.number().int().nonnegative(),
  /** Set if a retry had a different budget than the run. */
  maxNewTokens: z.number().int().optional(),
  /** Only of an answer that repairs an earlier one. */
  repair: repairSchema.optional(),
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

/** A sample was re-run with another seed. Its verdict does not change. */
export const confirmationSchema = z.object({
  ...sampleKey,
  programHash: z.string(),
  seed: seedSchema,
  outcome: outcomeSchema,
  status: upstreamStatusSchema,
});

export type Confirmation = z.infer<typeof confirmationSchema>;

/** A pass was run under the separate judge after its verdict, which does not change. */
export const auditedPassSchema = z.object({
  ...sampleKey,
  programHash: z.string(),
  proof: proofSchema,
  /** What that took; 0 for all but the first of samples with the same program. */
  cpuMs: z.number(),
});

export type AuditedPass = z.infer<typeof auditedPassSchema>;

/** One line of a run's `journal.jsonl`: everything that happened, in order. */
export const logEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('started'), at: z.string() }),
  /** What people call the run from here on; a field that is left out stays as it was. */
  z.object({ type: z.literal('labelled'), labels: runLabelsSchema, at: z.string() }),
  /**
   * A model's answer. The newest one of a sample counts; it has no verdict until its program is judged. A repair leaves the
   * answer before it and its verdict as they are; any other answer begins anew.
   */
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
  /** The program of a sample that is not in the log: it is from a file, or another sanitizer extracts it. */
  z.object({
    type: z.literal('sample'),
    ...sampleKey,
    turn,
    programHash: z.string(),
    rawText: z.string().optional(),
    finishReason: finishReasonSchema.optional(),
    /** Of all that a file says of the sample: a line that changed is entered again. */
    lineHash: z.string().optional(),
  }),
  /** The file does not have this sample any more. */
  z.object({ type: z.literal('sample-dropped'), ...sampleKey }),
  /** Where programs run from here on. Verdicts and ground truth of another environment no longer count. */
  z.object({ type: z.literal('judging'), at: z.string(), conditions: runConditionsSchema }),
  z.object({ type: z.literal('ground-truth'), groundTruth: groundTruthSchema, at: z.string() }),
  /** Counts as long as the sample's program is the one that was judged. A scan reads the note and leaves out the rest. */
  z.object({
    type: z.literal('verdict'),
    ...sampleKey,
    turn,
    programHash: z.string(),
    note: verdictNoteSchema,
    verdict: verdictSchema.optional(),
  }),
  confirmationSchema.extend({ type: z.literal('confirmation') }),
  /** Decides which passes are audited: see src/evaluate/proof/summarize-audit.ts. */
  z.object({ type: z.literal('audit-drawn'), seed: z.string() }),
  auditedPassSchema.extend({ type: z.literal('proof') }),
  /** The Python environment was still what it was: everything in the first `until` bytes of the log counts. */
  z.object({ type: z.literal('environment-checked'), at: z.string(), until: z.number().int() }),
  /** It was not: verdicts, re-runs and ground truth since the last good check are void. */
  z.object({ type: z.literal('environment-changed'), at: z.string() }),
  /** The result over everything before; void as soon as anything above changes. */
  z.object({ type: z.literal('scored'), result: runResultSchema }),
]);

export type LogEvent = z.infer<typeof logEventSchema>;

/** The line of a journal for a verdict. */
export function verdictEvent(verdict: Verdict): LogEvent {
  const { taskId, index, turn, programHash } = verdict;
  return { type: 'verdict', taskId, index, turn, programHash, note: noteVerdict(verdict), verdict };
}

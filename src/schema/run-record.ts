import { z } from 'zod';
import { decisionSchema, decisionSettingsSchema } from './decision.ts';
import { evaluationRulesSchema } from './evaluation-rules.ts';
import { outcomeSchema } from './execution.ts';
import { repairSettingsSchema, roundsSummarySchema } from './rounds.ts';
import { usageSchema } from './sample.ts';
import { scoreSchema } from './score.ts';
import { splitSchema } from './task.ts';

/** Who answered, and with which parameters. For samples from a file only the name is known. */
export const runModelSchema = z.object({
  /** `provider:model-id`, or whatever the samples file says. */
  name: z.string(),
  provider: z.string().optional(),
  modelId: z.string().optional(),
  revision: z.string().optional(),
  parameters: z.record(z.string(), z.unknown()).optional(),
  nSamples: z.number().int().positive().optional(),
  /** What the config file withholds from the model; said wherever its score appears. */
  restrictions: z.array(z.string()).optional(),
  /** Parameters that do not reach the model, because it does not take them. */
  notSent: z.array(z.string()).optional(),
});

export type RunModel = z.infer<typeof runModelSchema>;

/** Where programs ran. Results from different fingerprints are not comparable. */
export const runConditionsSchema = z.object({
  executor: z.string(),
  isolation: z.string(),
  fingerprint: z.string(),
  engine: z.string().optional(),
  python: z.string().optional(),
  /** A remote executor's address, without credentials. */
  address: z.string().optional(),
  /** Why these results must not be compared with others, if so. */
  caveat: z.string().optional(),
});

export type RunConditions = z.infer<typeof runConditionsSchema>;

/** What the ground truth check found, in task ids. */
export const groundTruthSummarySchema = z.object({
  tasks: z.number().int(),
  /** Reference solutions that pass here, flaky ones included. */
  passed: z.number().int(),
  /** Share of all tasks, as the original counts. */
  passRate: z.number(),
  /** Share of the tasks that need no network; compared with `--min-gt`. */
  trustedRate: z.number(),
  failed: z.array(z.string()),
  needsNetwork: z.array(z.string()),
  flaky: z.array(z.string()),
  /** Why each of these fails. */
  broken: z.record(z.string(), z.string()),
  /** Of how many tasks the reference solution is proven by values, by references, or not; once that is known of all. */
  provable: z.object({ value: z.number().int(), reference: z.number().int(), not: z.number().int() }).optional(),
});

export type GroundTruthSummary = z.infer<typeof groundTruthSummarySchema>;

/** What the audit of a run's passes found under the separate judge, what it cost and what it would have found. */
export const auditSummarySchema = z.object({
  seed: z.string(),
  passes: z.number().int(),
  /** Drawn at random; all passes once one of those drawn had failed. */
  audited: z.number().int(),
  proven: z.number().int(),
  /** Of the proven ones, those by references. */
  references: z.number().int(),
  unproven: z.number().int(),
  /** Of the unproven ones, those that fail there. */
  failing: z.number().int(),
  unprovable: z.number().int(),
  /** CPU, as a share of what the run's programs took. */
  cost: z.number(),
  /** Had so many passes been forged, at least one would have been drawn with this probability. */
  forged: z.number().int().optional(),
  probability: z.number().optional(),
});

export type AuditSummary = z.infer<typeof auditSummarySchema>;

/** What a run came to; the last line of a finished run's journal. */
export const runResultSchema = z.object({
  finishedAt: z.string(),
  /** From the first start to the end, including pauses. */
  durationMs: z.number(),
  score: scoreSchema,
  verdicts: z.number().int(),
  passed: z.number().int(),
  damagedLines: z.number().int(),
  outcomes: z.partialRecord(outcomeSchema, z.number().int()),
  groundTruth: groundTruthSummarySchema.optional(),
  audit: auditSummarySchema.optional(),
  /** Only where answers were repaired. */
  rounds: roundsSummarySchema.optional(),
  /** Only of a run that was to stop as soon as it had decided. */
  decision: decisionSchema.optional(),
  /** What does not count, and why. */
  excluded: z.array(z.object({ reason: z.string(), taskIds: z.array(z.string()) })),
  /** Answers cut off by the token limit, and answers without code. */
  answers: z.object({ truncated: z.number().int(), empty: z.number().int() }),
  usage: usageSchema.optional(),
  costUsd: z.number().optional(),
  notes: z.array(z.string()),
});

export type RunResult = z.infer<typeof runResultSchema>;

/** How a model was asked, so that its prompts can be rendered again. */
export const askingSchema = z.object({
  /** `base` completes the raw prompt; `chat` gets one user message. */
  kind: z.enum(['chat', 'base']),
  instructionPrefix: z.string(),
  responsePrefix: z.string(),
  /** Whether the answer was begun for the model. */
  prefill: z.boolean(),
  /** Whether newlines around the task's prompt were stripped first. */
  stripNewlines: z.boolean(),
  /** Whether tabs in answers were replaced with four spaces. */
  expandsTabs: z.boolean(),
});

/** What to do about selected tasks without a sample: stop, exclude them from the score, or count them as unsolved. */
export const missingPolicySchema = z.enum(['fail', 'skip', 'zero']);

export type MissingPolicy = z.infer<typeof missingPolicySchema>;

/** What a run is: decided when it starts, stored as `run` in its manifest. */
export const runHeaderSchema = z.object({
  model: runModelSchema,
  split: splitSchema,
  subset: z.string(),
  dataset: z.object({
    name: z.string(),
    version: z.string(),
    hash: z.string(),
    /** Where the tasks are stored, relative to the folder of all runs. */
    file: z.string(),
  }),
  /** Ids of the selected tasks, in order. */
  taskIds: z.array(z.string()),
  missing: missingPolicySchema,
  rules: evaluationRulesSchema,
  /** Left out for samples that came as a file. */
  asking: askingSchema.optional(),
  /** Only where answers are repaired. */
  repair: repairSettingsSchema.optional(),
  /** Only of a run that stops when it has decided: its tasks are in the order in which they are asked. */
  deciding: decisionSettingsSchema.optional(),
  tool: z.object({ version: z.string(), node: z.string(), platform: z.string() }),
  startedAt: z.string(),
});

export type RunHeader = z.infer<typeof runHeaderSchema>;

/** What people call a run. None of it affects results, and it may change at any time. */
export const runLabelsSchema = z.object({
  name: z.string().optional(),
  tags: z.array(z.string()).optional(),
  note: z.string().optional(),
});

export type RunLabels = z.infer<typeof runLabelsSchema>;

/** Everything a run folder says about itself, finished or not, whichever command made it. */
export const runRecordSchema = runHeaderSchema.extend({
  id: z.string(),
  /** `running` while a live process holds the folder; `stopped` after an interruption or a kill. */
  state: z.enum(['running', 'stopped', 'finished']),
  /** Ids of the scored tasks: without those that have no sample, if they are skipped. */
  taskIds: z.array(z.string()),
  /** Samples to judge. */
  samples: z.number().int(),
  /** Verdicts so far, and how many of them pass. */
  verdicts: z.number().int(),
  passed: z.number().int(),
  /** Journal lines that could not be read. */
  damagedLines: z.number().int(),
  /** Where programs ran; unknown until the first one did. */
  conditions: runConditionsSchema,
  labels: runLabelsSchema.optional(),
  /** Only for a finished run. */
  result: runResultSchema.optional(),
});

export type RunRecord = z.infer<typeof runRecordSchema>;

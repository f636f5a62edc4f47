import { z } from 'zod';
import { outcomeSchema, seedSchema, upstreamStatusSchema } from './execution.ts';
import { sampleKey } from './log-event.ts';
import { groundTruthSchema, proofSchema } from './proof.ts';
import { groundTruthSummarySchema } from './run-record.ts';
import { finishReasonSchema, usageSchema } from './sample.ts';
import { scoreSchema } from './score.ts';
import { splitSchema } from './task.ts';

const progress = { done: z.number().int(), total: z.number().int() };

/** Everything that happens during a run, as it happens: what a terminal shows and a server streams as JSON. */
export const runEventSchema = z.discriminatedUnion('type', [
  /** All runs of a command, in the order they will begin. */
  z.object({
    type: z.literal('runs-planned'),
    runs: z.array(
      z.object({
        model: z.string(),
        /** The model and what tells this run from the others. */
        name: z.string().optional(),
        split: splitSchema,
        total: z.number().int(),
      }),
    ),
  }),
  /** One of them begins. */
  z.object({
    type: z.literal('run-started'),
    model: z.string(),
    split: splitSchema,
    subset: z.string(),
    /** Samples in all. */
    total: z.number().int(),
  }),
  /** How many answers exist already, and how many are left to request. */
  z.object({ type: z.literal('generation-planned'), total: z.number().int(), held: z.number().int() }),
  z.object({
    type: z.literal('answered'),
    ...sampleKey,
    finishReason: finishReasonSchema,
    isEmpty: z.boolean(),
    usage: usageSchema.optional(),
    costUsd: z.number().optional(),
    latencyMs: z.number(),
  }),
  /** `asked` conversations go on, some of them judged or repaired already; `passed` of the others end with a pass. */
  z.object({
    type: z.literal('round-started'),
    round: z.number().int(),
    rounds: z.number().int(),
    asked: z.number().int(),
    judged: z.number().int(),
    repaired: z.number().int(),
    passed: z.number().int(),
  }),
  /** A request failed for good: a hole that the next start requests again. */
  z.object({
    type: z.literal('request-failed'),
    taskId: z.string(),
    samples: z.number().int(),
    fault: z.string(),
    message: z.string(),
  }),
  z.object({ type: z.literal('request-retried'), fault: z.string(), message: z.string(), delayMs: z.number() }),
  /** Everything was asked for that is to be asked for; `missing` samples have no answer. */
  z.object({ type: z.literal('generation-finished'), answered: z.number().int(), missing: z.number().int() }),
  /** No more requests are sent; those in flight get this long to finish. */
  z.object({ type: z.literal('draining'), waitMs: z.number() }),
  /** An answer is there, and its program will be judged. */
  z.object({ type: z.literal('sample'), ...sampleKey }),
  z.object({
    type: z.literal('run-opened'),
    runId: z.string(),
    path: z.string(),
    /** This run is already finished: only what changed since will be executed. */
    isRepeat: z.boolean(),
    /** Verdicts from an earlier process, and how many of them pass. */
    done: z.number().int(),
    passed: z.number().int(),
    /** The same by task, and why the others failed. */
    tallies: z.record(z.string(), z.object({ samples: z.number().int(), passed: z.number().int() })).optional(),
    causes: z.record(z.string(), z.number().int()).optional(),
    /** Journal lines that could not be read: their work is redone. */
    damagedLines: z.number().int(),
    /** An earlier run of the same samples, and the fields that differ. */
    nearest: z.object({ runId: z.string(), fields: z.array(z.string()) }).optional(),
  }),
  z.object({ type: z.literal('ground-truth-started'), ...progress }),
  z.object({ type: z.literal('ground-truth'), groundTruth: groundTruthSchema, ...progress }),
  z.object({ type: z.literal('ground-truth-finished'), summary: groundTruthSummarySchema }),
  /**
   * `capacity`: how many programs run side by side; `audits`: how many passes are run again afterwards, at most; `likelyMs`:
   * how long the reference solution of each task probably runs, from the log or as published.
   */
  z.object({
    type: z.literal('verdicts-started'),
    capacity: z.number().int().optional(),
    audits: z.number().int().optional(),
    likelyMs: z.record(z.string(), z.number()).optional(),
  }),
  /** The program of a sample was handed to the executor; for samples that share a program, only the first gets an event. */
  z.object({ type: z.literal('executing'), ...sampleKey }),
  z.object({
    type: z.literal('verdict'),
    ...sampleKey,
    outcome: outcomeSchema,
    status: upstreamStatusSchema,
    reason: z.string().optional(),
    /** What failed, in a word or two: `AssertionError`, `timeout: cpu`. */
    cause: z.string().optional(),
    wallMs: z.number(),
    cached: z.boolean(),
  }),
  /** The engine failed on this sample for good: it has no verdict, and the run is incomplete. */
  z.object({ type: z.literal('execution-failed'), ...sampleKey, reason: z.string() }),
  z.object({ type: z.literal('verdicts-finished') }),
  /** A sample was re-run with another seed. */
  z.object({
    type: z.literal('confirmation'),
    ...sampleKey,
    seed: seedSchema,
    outcome: outcomeSchema,
    status: upstreamStatusSchema,
    ...progress,
  }),
  /** A pass was run under the separate judge. `total` grows if one that was drawn fails there. */
  z.object({ type: z.literal('proof'), ...sampleKey, proof: proofSchema, ...progress }),
  z.object({ type: z.literal('warning'), message: z.string() }),
  z.object({ type: z.literal('run-finished'), runId: z.string(), path: z.string(), score: scoreSchema }),
  z.object({ type: z.literal('run-failed'), code: z.string(), message: z.string() }),
]);

export type RunEvent = z.infer<typeof runEventSchema>;

/** Told of everything that happens in a run. */
export type OnRunEvent = (event: RunEvent) => void;

import { z } from 'zod';

/**
 * `flags` reports what was noticed; `proven` runs programs under the separate judge, which shares no process with them;
 * `audited` does that after the run, with passes drawn at random, and with all of them if one of those fails there.
 */
export const integrityModeSchema = z.enum(['flags', 'audited', 'proven']);

/**
 * What a test relied on under the separate judge: plain values only; also objects that live with the program (`reference`);
 * or the program's own yes or no (`word`), which proves nothing.
 */
export const relianceSchema = z.enum(['value', 'reference', 'word']);

/**
 * What a pass is worth beyond the word of its own process. `proven`: it also passes under the separate judge. `unproven`:
 * only with both in one process, or on its own word, although the reference solution is proven. `unprovable`: the separate
 * judge cannot judge this task here.
 */
export const proofSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('proven'), level: relianceSchema.exclude(['word']).optional() }),
  /** `fails`: it fails there, which is more than a pass on its own word or a limit that it ran into. */
  z.object({ state: z.literal('unproven'), why: z.string(), fails: z.literal(true).optional() }),
  z.object({ state: z.literal('unprovable'), why: z.string() }),
]);

export type Proof = z.infer<typeof proofSchema>;

/** Whether the separate judge can judge a task: how its reference solution is proven here, or why it is not. */
export const provableSchema = z.union([
  z.object({ level: relianceSchema.exclude(['word']) }),
  z.object({ why: z.string() }),
]);

export type Provable = z.infer<typeof provableSchema>;

/** The flag of a pass that could have been proven and was not. */
export const unprovenFlag = 'integrity:unproven';

/** How a task's reference solution does in one environment. */
export const taskStateSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('stable') }),
  z.object({ state: z.literal('flaky'), passed: z.number().int(), runs: z.number().int() }),
  z.object({ state: z.literal('broken'), reason: z.string() }),
  z.object({ state: z.literal('needs-network') }),
]);

export type TaskState = z.infer<typeof taskStateSchema>;

/** What is known of a task in one environment: how its reference solution does, and what it takes. */
export const groundTruthSchema = z.object({
  taskId: z.string(),
  state: taskStateSchema,
  wallMs: z.number(),
  cpuMs: z.number(),
  testCpuMs: z.number(),
  /** Where the reference solution has run under the separate judge. */
  provable: provableSchema.optional(),
});

export type GroundTruth = z.infer<typeof groundTruthSchema>;

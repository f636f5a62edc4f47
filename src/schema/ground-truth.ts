import { z } from 'zod';
import { provableSchema } from './proof.ts';

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

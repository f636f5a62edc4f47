import { z } from 'zod';

/** How a task's reference solution does in one environment. */
export const taskStateSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('stable') }),
  z.object({ state: z.literal('flaky'), passed: z.number().int(), runs: z.number().int() }),
  z.object({ state: z.literal('broken'), reason: z.string() }),
  z.object({ state: z.literal('needs-network') }),
]);

export type TaskState = z.infer<typeof taskStateSchema>;

export const groundTruthSchema = z.object({
  taskId: z.string(),
  state: taskStateSchema,
  wallMs: z.number(),
  cpuMs: z.number(),
  testCpuMs: z.number(),
});

export type GroundTruth = z.infer<typeof groundTruthSchema>;

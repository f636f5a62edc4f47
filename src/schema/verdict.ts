import { z } from 'zod';
import { executionSchema } from './execution.ts';

/** The judgment of one sample: its execution, without the job's id, and which sample it was. */
export const verdictSchema = executionSchema.omit({ id: true }).extend({
  taskId: z.string(),
  index: z.number().int().nonnegative(),
  /** Of a repair: its number in the conversation. */
  turn: z.number().int().positive().optional(),
  /** The answer that was judged; what ran is built from it and the task. */
  solution: z.string(),
  /** Hash of that answer: a verdict counts only while the sample has this very program. */
  programHash: z.string(),
  /** SHA-256 of what affects the execution: program, tests, limits, environment. */
  jobHash: z.string(),
  /** Copied from an earlier execution of the same job. */
  cached: z.boolean(),
  /** Set if executions with other seeds disagree: how many of all passed. */
  chance: z.object({ passed: z.number().int(), runs: z.number().int() }).optional(),
});

export type Verdict = z.infer<typeof verdictSchema>;

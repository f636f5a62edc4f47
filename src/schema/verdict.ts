import { z } from 'zod';
import { executionSchema } from './execution.ts';

/** What is said of one sample: its execution, without the job's id, and which sample it was. */
export const verdictSchema = executionSchema.omit({ id: true }).extend({
  taskId: z.string(),
  index: z.number().int().nonnegative(),
  /** The program that ran: calibrated where calibration is on. */
  code: z.string(),
  /** SHA-256 of what decides the execution: program, tests, limits, environment. */
  jobHash: z.string(),
  /** Taken from an earlier execution of the same job. */
  cached: z.boolean(),
  /** Set by repeated executions that disagree: how many of them passed. */
  flaky: z.object({ passed: z.number().int(), runs: z.number().int() }).optional(),
});

export type Verdict = z.infer<typeof verdictSchema>;

/** A verdict as journals and tables keep it: its program can be built again from the sample. */
export const verdictRecordSchema = verdictSchema.omit({ code: true });

export type VerdictRecord = z.infer<typeof verdictRecordSchema>;

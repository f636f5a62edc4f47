import { z } from 'zod';
import { limitsSchema } from './limits.ts';

/** One program to execute: code, and the unittest class `TestCases` that judges it. Identical jobs run once. */
export const jobSchema = z.object({
  id: z.string().min(1),
  code: z.string(),
  test: z.string(),
  limits: limitsSchema,
  /** Modules the program is expected to import: picks the warmest process, never changes the outcome. */
  libs: z.array(z.string()).default([]),
  /** Expected milliseconds, computing or sleeping, where known: long jobs are started first. */
  costHintMs: z.number().nonnegative().optional(),
});

export type Job = z.infer<typeof jobSchema>;

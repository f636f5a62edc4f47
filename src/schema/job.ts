import { z } from 'zod';
import { limitsSchema } from './limits.ts';

/** A path below the program's working folder. */
const relativePathSchema = z
  .string()
  .min(1)
  .refine((path) => !path.startsWith('/') && !path.split('/').includes('..') && !path.includes('\0'), {
    message: 'a relative path without ".." is expected',
  });

/** What a plain script gets and gives back besides its output. */
export const scriptSchema = z.strictObject({
  stdin: z.string().default(''),
  /** Files that the program finds in its working folder: path → base64. */
  files: z.record(relativePathSchema, z.base64()).default({}),
  /** Files that are handed back when the program has ended. */
  fetch: z.array(relativePathSchema).default([]),
});

export type Script = z.infer<typeof scriptSchema>;

/**
 * One program to execute: code, and the unittest class `TestCases` that judges it. Identical jobs run once. With
 * `script` it is a plain program that nobody judges: `test` is empty, and the outcome tells only how it ended.
 */
export const jobSchema = z.object({
  id: z.string().min(1),
  code: z.string(),
  test: z.string(),
  script: scriptSchema.optional(),
  limits: limitsSchema,
  /** Modules the program is expected to import: picks the warmest process, never changes the outcome. */
  libs: z.array(z.string()).default([]),
  /** Expected milliseconds, computing or sleeping, where known: long jobs are started first. */
  costHintMs: z.number().nonnegative().optional(),
});

export type Job = z.infer<typeof jobSchema>;

import { z } from 'zod';
import { limitsSchema } from './limits.ts';

/** A path below the program's working folder. */
const relativePathSchema = z
  .string()
  .min(1)
  .refine((path) => !path.startsWith('/') && !path.split('/').includes('..') && !path.includes('\0'), {
    message: 'a relative path without ".." is expected',
  });

/** As `z.base64()`, whose pattern takes ten times as long. */
const base64Schema = z
  .string()
  .refine((text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text), {
    message: 'Invalid base64-encoded string',
  })
  .meta({ format: 'base64', contentEncoding: 'base64' });

/** What a plain script takes and returns besides its output. */
export const scriptSchema = z.strictObject({
  stdin: z.string().default(''),
  /** Files placed in the program's working folder: path → base64. */
  files: z.record(relativePathSchema, base64Schema).default({}),
  /** Files to return after the program exits. */
  fetch: z.array(relativePathSchema).default([]),
});

export type Script = z.infer<typeof scriptSchema>;

/** At most what PYTHONHASHSEED takes; 0 there means no chance at all. */
export const seedSchema = z
  .number()
  .int()
  .min(1)
  .max(2 ** 32 - 1);

/**
 * Asks for the separate judge: the tests run in one process, the program in another, and only values cross between them.
 * `prompt` is the code that the tests may rely on besides the program: imports, constants.
 */
export const separateOrderSchema = z.strictObject({ prompt: z.string(), entryPoint: z.string().min(1) });

export type SeparateOrder = z.infer<typeof separateOrderSchema>;

/**
 * One program to execute: code, and the unittest class `TestCases` that judges it. Identical jobs run once. With
 * `script` it is a plain program that is not judged: `test` is empty, and the outcome says only how it ended.
 */
export const jobSchema = z.object({
  id: z.string().min(1),
  code: z.string(),
  test: z.string(),
  script: scriptSchema.optional(),
  separate: separateOrderSchema.optional(),
  /** Chance of its own: random numbers, hashes, order of folders. Left out, it is the same for every solution of a task. */
  seed: seedSchema.optional(),
  /** Stop after the first test that fails: enough for who wants to know only whether the program passes. */
  failFast: z.boolean().optional(),
  limits: limitsSchema,
  /** Modules the program is expected to import: picks the best warm process, never changes the outcome. */
  libs: z.array(z.string()).default([]),
  /** Expected milliseconds, computing or sleeping, if known: long jobs start first. */
  costHintMs: z.number().nonnegative().optional(),
  /** Starts when no others wait: see src/evaluate/jobs/expected-cost.ts. */
  startsLast: z.boolean().optional(),
});

export type Job = z.infer<typeof jobSchema>;

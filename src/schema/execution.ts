import { z } from 'zod';
import { type Optional, withoutUndefined } from './optional.ts';
import { proofSchema, relianceSchema } from './proof.ts';

/** What one job may use. CPU time is the main limit; wall time is the generous second one. */
export const limitsSchema = z.strictObject({
  wallMs: z.number().int().positive(),
  cpuMs: z.number().int().positive(),
  memoryMb: z.number().int().positive(),
  processes: z.number().int().positive(),
  /** How much of the end of stdout and stderr is kept; what came before is discarded. */
  outputKb: z.number().int().positive(),
  /** A job that prints more than this, both streams together, is stopped. No honest program gets here. */
  maxOutputMb: z.number().int().positive(),
  /** Address space and data segment, if they are limited besides memory. */
  addressMb: z.number().int().positive().optional(),
  dataMb: z.number().int().positive().optional(),
  /** Left out: 10. */
  stackMb: z.number().int().positive().optional(),
  /** Open file descriptors. */
  files: z.number().int().positive(),
});

export type Limits = z.infer<typeof limitsSchema>;

/** The limits of a program that names none. */
export const defaultLimits: Limits = {
  wallMs: 240_000,
  cpuMs: 240_000,
  memoryMb: 8192,
  processes: 256,
  outputKb: 64,
  maxOutputMb: 1000,
  files: 1024,
};

/** The default limits with some changes. */
export function completeLimits(changes: Optional<Limits>): Limits {
  return { ...defaultLimits, ...withoutUndefined(changes) };
}

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

/** How a job ended. `engine-error` is the only one that is never a verdict. */
export const outcomeSchema = z.enum([
  'pass',
  'fail',
  'error',
  'timeout',
  'out-of-memory',
  'killed',
  'output-limit',
  'tampered',
  'blocked',
  'engine-error',
]);

export type Outcome = z.infer<typeof outcomeSchema>;

/** The original's three words. */
export const upstreamStatusSchema = z.enum(['pass', 'fail', 'timeout']);

export type UpstreamStatus = z.infer<typeof upstreamStatusSchema>;

/** Each outcome in the original's three words. `engine-error` has one only so that the field is never empty. */
export const upstreamStatusOf = Object.fromEntries(
  outcomeSchema.options.map((outcome) => [outcome, upstreamStatusSchema.safeParse(outcome).data ?? 'fail']),
) as Record<Outcome, UpstreamStatus>;

/** `not-run`: time ran out before, or an earlier test failed, and that was enough for who asked. */
export const testOutcomeSchema = z.enum(['pass', 'fail', 'error', 'skip', 'missing', 'not-run']);

export type TestOutcome = z.infer<typeof testOutcomeSchema>;

/** Whether a test speaks against the program. */
export function isFailing({ outcome }: { readonly outcome: TestOutcome }): boolean {
  return outcome !== 'pass' && outcome !== 'not-run';
}

/** What the separate judge says: the weakest of its tests and what was taken on the program's word, or why it cannot judge. */
export const separateFindingsSchema = z.union([
  z.object({ level: relianceSchema, words: z.array(z.string()) }),
  z.object({ unprovable: z.string() }),
]);

/** One test method of a job. `message` is the tail of its traceback. */
export const testExecutionSchema = z.object({
  name: z.string(),
  outcome: testOutcomeSchema,
  ms: z.number(),
  message: z.string().optional(),
  /** The line of the job's `code` where it failed, if it failed there. */
  line: z.number().int().optional(),
  /** Of a separately judged job. */
  level: relianceSchema.optional(),
});

/** What happened when a job ran. Only the times, and the stack, differ between two runs of the same job. */
export const executionSchema = z.object({
  id: z.string(),
  outcome: outcomeSchema,
  /** A short reason if the outcome does not say enough (`cpu`, `wall`, `ImportError: …`, `skipped tests`). */
  reason: z.string().optional(),
  /** Of a timeout: the frames where it says it was, the innermost last, written as in a traceback. */
  stack: z.string().optional(),
  status: upstreamStatusSchema,
  tests: z.array(testExecutionSchema),
  wallMs: z.number(),
  cpuMs: z.number(),
  /** CPU from compiling the program to its last test, without fork, setup and teardown. */
  testCpuMs: z.number(),
  peakMb: z.number(),
  exit: z.number().int().optional(),
  signal: z.string().optional(),
  stdout: z.string(),
  stderr: z.string(),
  /** Rule ids of the safety scan and of the integrity checks. */
  flags: z.array(z.string()),
  /** For a plain script: the requested files that exist, path → base64. */
  files: z.record(z.string(), z.string()).optional(),
  /** Of a pass where proof was asked for. */
  proof: proofSchema.optional(),
  /** Of a separately judged job. */
  separate: separateFindingsSchema.optional(),
});

export type Execution = z.infer<typeof executionSchema>;

/** `fail: test_empty: AssertionError: 1 != 2`; without a failing test, what ended the program. */
export function explainFailure({ outcome, reason, tests }: Pick<Execution, 'outcome' | 'reason' | 'tests'>): string {
  const failing = tests.find((test) => test.outcome !== 'pass');
  const lastLine = failing?.message?.trimEnd().split('\n').at(-1)?.trim();
  return [outcome, reason, failing?.name, lastLine].filter(Boolean).join(': ');
}

/** What is said of a job that the engine could not run: no verdict on its program. */
export function engineError(id: string, reason: string): Execution {
  const outcome = 'engine-error';
  return { ...emptyExecution(), id, outcome, status: upstreamStatusOf[outcome], reason };
}

/** The fields of an execution whose program did not run. */
export function emptyExecution(): Omit<Execution, 'id' | 'outcome' | 'status'> {
  return { tests: [], wallMs: 0, cpuMs: 0, testCpuMs: 0, peakMb: 0, stdout: '', stderr: '', flags: [] };
}

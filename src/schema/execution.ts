import { z } from 'zod';
import { proofSchema, relianceSchema } from './proof.ts';

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

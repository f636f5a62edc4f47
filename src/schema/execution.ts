import { z } from 'zod';
import { proofSchema } from './proof.ts';
import { twinFindingsSchema } from './twin.ts';

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
export const upstreamStatusOf: Record<Outcome, UpstreamStatus> = {
  pass: 'pass',
  fail: 'fail',
  error: 'fail',
  timeout: 'timeout',
  'out-of-memory': 'fail',
  killed: 'fail',
  'output-limit': 'fail',
  tampered: 'fail',
  blocked: 'fail',
  'engine-error': 'fail',
};

export const testOutcomeSchema = z.enum(['pass', 'fail', 'error', 'skip', 'missing']);

/** One test method of a job. `message` is the tail of its traceback. */
export const testExecutionSchema = z.object({
  name: z.string(),
  outcome: testOutcomeSchema,
  ms: z.number(),
  message: z.string().optional(),
  /** The line of the job's `code` where it failed, if it failed there. */
  line: z.number().int().optional(),
});

/** What happened when a job ran. Only the times differ between two runs of the same job. */
export const executionSchema = z.object({
  id: z.string(),
  outcome: outcomeSchema,
  /** A short reason if the outcome does not say enough (`cpu`, `wall`, `ImportError: …`, `skipped tests`). */
  reason: z.string().optional(),
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
  /** Of a pass that was run against twins of its tests. */
  proof: proofSchema.optional(),
  /** Of a twin: what it has shown. */
  twin: twinFindingsSchema.optional(),
});

export type Execution = z.infer<typeof executionSchema>;

/** The fields of an execution whose program did not run. */
export function emptyExecution(): Omit<Execution, 'id' | 'outcome' | 'status'> {
  return { tests: [], wallMs: 0, cpuMs: 0, testCpuMs: 0, peakMb: 0, stdout: '', stderr: '', flags: [] };
}

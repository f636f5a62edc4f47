import { z } from 'zod';
import { executionSchema } from './execution.ts';
import { describeFailure, failureSchema } from './failure.ts';
import type { Verdict } from './verdict.ts';

/** The little that lists, counts and scores need of a verdict. */
export const verdictNoteSchema = executionSchema.pick({ status: true, outcome: true, flags: true }).extend({
  failure: failureSchema.optional(),
  tests: z.number().int(),
  /** Tests that did not pass, those that were not run included. */
  testsFailed: z.number().int(),
  cpuMs: z.number(),
  peakMb: z.number(),
  isEmptyProgram: z.boolean(),
});

export type VerdictNote = z.infer<typeof verdictNoteSchema>;

const noFlags: string[] = [];

export function noteVerdict(verdict: Verdict): VerdictNote {
  const { status, outcome, tests, flags } = verdict;
  return {
    status,
    outcome,
    flags: flags.length === 0 ? noFlags : flags,
    failure: status === 'pass' ? undefined : describeFailure(verdict),
    tests: tests.length,
    testsFailed: tests.filter((test) => test.outcome !== 'pass').length,
    cpuMs: Math.round(verdict.cpuMs),
    peakMb: Math.round(verdict.peakMb),
    isEmptyProgram: verdict.solution.trim() === '',
  };
}

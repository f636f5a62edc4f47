import { z } from 'zod';
import { executionSchema, outcomeSchema } from './execution.ts';
import { isRefusal } from './refusal.ts';

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

/** Why a sample failed. Failures that say the same, apart from numbers and names, have the same pattern. */
export const failureSchema = z.object({
  outcome: outcomeSchema,
  /** In a word or two: `AssertionError`, `timeout: cpu`. */
  cause: z.string(),
  /** What it says, with numbers, paths and quoted values taken out. */
  pattern: z.string(),
  line: z.string(),
  /** The first failing test that says something. */
  test: z.string().optional(),
});

export type Failure = z.infer<typeof failureSchema>;

type Judged = Pick<Verdict, 'outcome' | 'reason' | 'tests'> & Partial<Pick<Verdict, 'solution'>>;

const lineLength = 240;
const refusal = 'refusal';

export function describeFailure(verdict: Judged): Failure {
  const cause = causeOf(verdict);
  const isRefused = cause === refusal;
  const isSpoken = isAboutTests(verdict) && !isRefused;
  const test = isSpoken ? failingTest(verdict)?.name : undefined;
  const excuse = isRefused ? `${refusal}: ${verdict.solution?.trim().replace(/\s+/g, ' ')}` : cause;
  const line = isSpoken ? exceptionOf(messageOf(verdict)).line : excuse;
  // A copy, for a slice would keep the whole traceback in memory.
  const kept = Buffer.from(line.slice(0, lineLength)).toString();
  return {
    outcome: verdict.outcome,
    cause,
    pattern: isRefused ? refusal : patternOf(kept),
    line: kept,
    ...(test && { test }),
  };
}

/** The first failing test's exception, or the reason for the outcome. */
export function causeOf(verdict: Judged): string {
  const { outcome, reason, solution = '' } = verdict;
  if (isAboutTests(verdict) && isRefusal(solution)) return refusal;
  if (isAboutTests(verdict)) return exceptionOf(messageOf(verdict)).name;
  return reason === undefined ? outcome : `${outcome}: ${reason}`;
}

function isAboutTests({ outcome }: Judged): boolean {
  return outcome === 'fail' || outcome === 'error';
}

function messageOf(verdict: Judged): string {
  return failingTest(verdict)?.message ?? verdict.reason ?? verdict.outcome;
}

function failingTest({ tests }: Judged) {
  return tests.find((test) => test.outcome !== 'pass' && test.message !== undefined);
}

const dottedName = /^[\w.]+(?=:|$)/;
const endings = ['Error', 'Exception', 'Warning', 'Exit', 'Interrupt', 'Iteration', 'Timeout', 'Failure'];

/** The exception that a traceback ends with and the line that names it; its last line if none does. */
export function exceptionOf(traceback: string): { readonly name: string; readonly line: string } {
  const lines = traceback.split('\n');
  const named = lines.findLast((candidate) => nameOf(candidate) !== undefined);
  const line = named ?? lines.findLast((candidate) => candidate.trim() !== '')?.trim() ?? '';
  return { line: line.trim(), name: nameOf(line) ?? line };
}

function nameOf(line: string): string | undefined {
  const name = dottedName.exec(line)?.[0] ?? '';
  const last = name.slice(name.lastIndexOf('.') + 1);
  const isException = endings.some((ending) => last.endsWith(ending)) || last.includes('Skip');
  return isException && !name.startsWith('.') && !name.includes('..') ? name : undefined;
}

const replacements: readonly [RegExp, string][] = [
  [/(["'`])(?:\\.|(?!\1)[^\\\n])*\1/g, '…'],
  [/\b0x[0-9a-f…]+/gi, '…'],
  [/(?:[A-Za-z]:)?(?:[\\/][\w.~+-]+){2,}[\\/]?/g, '…'],
  [/[-+]?\d[\d_.,:]*(?:e[-+]?\d+)?/gi, '#'],
  [/[[({](?:[^\][(){}]*)[\])}]/g, '…'],
  [/(?:…[\s,]*)+…/g, '…'],
  [/\s+/g, ' '],
];

const longest = 160;

/** What a failure says, without what differs from sample to sample: quoted values, paths, addresses and numbers. */
export function patternOf(message: string): string {
  const cut = message.slice(0, 4 * longest);
  const plain = replacements.reduce((text, [pattern, replacement]) => text.replaceAll(pattern, replacement), cut);
  return plain.trim().slice(0, longest);
}

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

import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { completeLimits, type Execution, type Job } from '../schema/execution.ts';
import { findGrammarProblem } from '../syntax/is-python.ts';
import { checkWithRuff } from '../syntax/ruff.ts';
import { sha256 } from '../util/hash.ts';
import { hasLoneSurrogate } from '../util/lone-surrogate.ts';
import { parseJson } from '../util/parse-json.ts';

export interface SyntaxProblem {
  /** `syntax`: it cannot be parsed. `compile`: it is rejected after parsing, like `return` outside a function. */
  readonly kind: 'syntax' | 'compile';
  /** From 1; absent if the fault is not in one place. */
  readonly line?: number | undefined;
  /** In characters, from 1. */
  readonly column?: number | undefined;
  readonly message: string;
}

/**
 * What is wrong with a program as Python 3.10, without a Python: our own recognizer decides whether it can be parsed;
 * ruff supplies the message and finds what the compiler would reject. An empty list if nothing is wrong.
 */
export function checkSyntax(code: string): SyntaxProblem[] {
  const grammar = findGrammarProblem(code);
  if (code.includes('\0') || hasLoneSurrogate(code)) return grammar ? [{ kind: 'syntax', ...grammar }] : [];
  const diagnostics = checkWithRuff(code);
  if (diagnostics === undefined) {
    return [grammar ? { kind: 'syntax', ...grammar } : { kind: 'compile', message: 'too deeply nested to check' }];
  }
  const found = diagnostics.map(({ message, start_location: { row, column } }) => ({ line: row, column, message }));
  if (grammar === undefined) return found.map((problem) => ({ kind: 'compile', ...problem }));
  // Ruff continues after an error and so locates it better; if it finds none, ours is used.
  return found.length > 0 ? found.map((problem) => ({ kind: 'syntax', ...problem })) : [{ kind: 'syntax', ...grammar }];
}

/** What the environment's Python says about a program: its problem, or that there is none. */
export type PythonVerdict = { readonly problem?: SyntaxProblem } | { readonly crashed: string };

/** Asks that Python about programs; answers are in the same order. */
export type ParsePython = (codes: readonly string[]) => Promise<readonly PythonVerdict[]>;

export interface CheckedSolution {
  readonly problem?: SyntaxProblem | undefined;
  /** `python` if the environment's own parser decided. */
  readonly decidedBy: 'in-process' | 'python';
}

/** Checks programs here and asks Python about those that fail, all at once: it has the last word, if there is one. */
export async function checkSolutions(codes: readonly string[], parsePython?: ParsePython): Promise<CheckedSolution[]> {
  const checked = codes.map((code): CheckedSolution => ({ problem: checkSyntax(code)[0], decidedBy: 'in-process' }));
  const doubtful = checked.flatMap(({ problem }, at) => (problem === undefined ? [] : [at]));
  if (doubtful.length === 0 || parsePython === undefined) return checked;
  const verdicts = await parsePython(doubtful.map((at) => codes[at] ?? ''));
  for (const [position, at] of doubtful.entries()) {
    const verdict = verdicts[position];
    if (verdict === undefined) continue;
    const isCrash = 'crashed' in verdict;
    const message = isCrash ? `Python's own parser crashes on it: ${verdict.crashed}` : '';
    checked[at] = { problem: isCrash ? { kind: 'syntax', message } : verdict.problem, decidedBy: 'python' };
  }
  return checked;
}

const script = new URL('../../python/jobs/check_syntax.py', import.meta.url);

const lineSchema = z.union([
  z.object({
    number: z.number().int(),
    kind: z.enum(['syntax', 'compile']),
    line: z.number().int().nullable(),
    column: z.number().int().nullable(),
    message: z.string(),
  }),
  z.object({ checked: z.number().int() }),
]);

/** Compiles all programs, and runs none, in one job of Python; if that dies, bisects them for the one that kills it. */
export function createPythonParser(runJob: (job: Job) => Promise<Execution>): ParsePython {
  const parse: ParsePython = async (codes) => {
    const execution = await runJob(await buildParseJob(codes));
    const verdicts = readVerdicts(execution, codes.length);
    if (verdicts !== undefined) return verdicts;
    if (codes.length === 1) return [{ crashed: execution.reason ?? execution.signal ?? execution.outcome }];
    const middle = Math.ceil(codes.length / 2);
    return [...(await parse(codes.slice(0, middle))), ...(await parse(codes.slice(middle)))];
  };
  return async (codes) => (codes.length === 0 ? [] : parse(codes));
}

async function buildParseJob(codes: readonly string[]): Promise<Job> {
  const payload = Buffer.from(JSON.stringify(codes)).toString('base64');
  const test = `PAYLOAD = "${payload}"\n${await readFile(script, 'utf8')}`;
  const limits = completeLimits({ wallMs: 120_000, cpuMs: 120_000, memoryMb: 2048, processes: 16, outputKb: 8192 });
  return { id: `syntax-${sha256(test).slice(0, 12)}`, code: '', test, limits, libs: [] };
}

/** Undefined if the process did not reach its last line. */
function readVerdicts({ stdout }: Execution, count: number): PythonVerdict[] | undefined {
  const verdicts: PythonVerdict[] = Array.from({ length: count }, () => ({}));
  let isComplete = false;
  for (const line of stdout.split('\n')) {
    if (line === '') continue;
    const parsed = lineSchema.safeParse(parseJson(line)).data;
    if (parsed === undefined) return undefined;
    if ('checked' in parsed) {
      isComplete = parsed.checked === count;
    } else {
      const { number, kind, line: row, column, message } = parsed;
      verdicts[number] = { problem: { kind, line: row ?? undefined, column: column ?? undefined, message } };
    }
  }
  return isComplete ? verdicts : undefined;
}

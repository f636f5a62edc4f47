import { checkSyntax, type SyntaxProblem } from './check-syntax.ts';

/** What the environment's Python says about a program: its problem, or that there is none. */
export type PythonVerdict = { readonly problem?: SyntaxProblem } | { readonly crashed: string };

/** Asks that Python about programs; answers are in the same order. */
export type ParsePython = (codes: readonly string[]) => Promise<readonly PythonVerdict[]>;

export interface CheckedSolution {
  readonly problem?: SyntaxProblem;
  /** `python` if the environment's own parser decided. */
  readonly decidedBy: 'in-process' | 'python';
}

/**
 * Checks programs in this process and asks Python about those that fail, all at once: Python has the last word, even if
 * it crashes. Without `parsePython`, the check in this process decides.
 */
export async function checkSolutions(codes: readonly string[], parsePython?: ParsePython): Promise<CheckedSolution[]> {
  const checked = codes.map((code): CheckedSolution => {
    const [problem] = checkSyntax(code);
    return problem === undefined ? { decidedBy: 'in-process' } : { problem, decidedBy: 'in-process' };
  });
  const doubtful = checked.flatMap(({ problem }, at) => (problem === undefined ? [] : [at]));
  if (doubtful.length === 0 || parsePython === undefined) return checked;
  const verdicts = await parsePython(doubtful.map((at) => codes[at] ?? ''));
  for (const [position, at] of doubtful.entries()) {
    const verdict = verdicts[position];
    if (verdict === undefined) continue;
    if ('crashed' in verdict) {
      const message = `Python's own parser crashes on it: ${verdict.crashed}`;
      checked[at] = { problem: { kind: 'syntax', message }, decidedBy: 'python' };
    } else {
      checked[at] = { ...verdict, decidedBy: 'python' };
    }
  }
  return checked;
}

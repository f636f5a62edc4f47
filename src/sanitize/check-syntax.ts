import { findGrammarProblem } from '../syntax/is-python.ts';
import { checkWithRuff } from '../syntax/ruff.ts';
import { hasLoneSurrogate } from '../util/lone-surrogate.ts';

/** Why a program is not compiled. */
export interface SyntaxProblem {
  /** `syntax`: it cannot be parsed. `compile`: it is parsed and refused later, such as `return` outside a function. */
  readonly kind: 'syntax' | 'compile';
  /** From 1; absent where the fault is in no one place. */
  readonly line?: number;
  /** In characters, from 1. */
  readonly column?: number;
  readonly message: string;
}

/**
 * What is wrong with a program as Python 3.10, without a Python: our own recogniser decides whether it can be parsed,
 * ruff finds the words and what the compiler would refuse. Nothing found: an empty list.
 */
export function checkSyntax(code: string): SyntaxProblem[] {
  const grammar = findGrammarProblem(code);
  if (code.includes('\0') || hasLoneSurrogate(code)) return grammar ? [{ kind: 'syntax', ...grammar }] : [];
  const diagnostics = checkWithRuff(code);
  if (diagnostics === undefined) {
    return [grammar ? { kind: 'syntax', ...grammar } : { kind: 'compile', message: 'too deeply nested to be sure' }];
  }
  const found = diagnostics.map(({ message, start_location: { row, column } }) => ({ line: row, column, message }));
  if (grammar === undefined) return found.map((problem) => ({ kind: 'compile', ...problem }));
  // Ruff goes on after an error and so names the place better; without one of its own, ours stands.
  return found.length > 0 ? found.map((problem) => ({ kind: 'syntax', ...problem })) : [{ kind: 'syntax', ...grammar }];
}

import { findGrammarProblem } from '../syntax/is-python.ts';
import { checkWithRuff } from '../syntax/ruff.ts';
import { hasLoneSurrogate } from '../util/lone-surrogate.ts';

/** Why a program does not compile. */
export interface SyntaxProblem {
  /** `syntax`: it cannot be parsed. `compile`: it is rejected after parsing, like `return` outside a function. */
  readonly kind: 'syntax' | 'compile';
  /** From 1; absent if the fault is not in one place. */
  readonly line?: number;
  /** In characters, from 1. */
  readonly column?: number;
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
    return [grammar ? { kind: 'syntax', ...grammar } : { kind: 'compile', message: 'too deeply nested to be sure' }];
  }
  const found = diagnostics.map(({ message, start_location: { row, column } }) => ({ line: row, column, message }));
  if (grammar === undefined) return found.map((problem) => ({ kind: 'compile', ...problem }));
  // Ruff continues after an error and so locates it better; if it finds none, ours is used.
  return found.length > 0 ? found.map((problem) => ({ kind: 'syntax', ...problem })) : [{ kind: 'syntax', ...grammar }];
}

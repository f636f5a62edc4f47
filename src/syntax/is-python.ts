import { hasLoneSurrogate } from '../util/lone-surrogate.ts';
import { LogicalLines } from './logical-lines.ts';
import { runStatement } from './statement-run.ts';

export interface GrammarProblem {
  /** From 1. */
  readonly line: number;
  /** In characters (code points), from 1. */
  readonly column: number;
  readonly message: string;
}

/** Whether CPython 3.10's `ast.parse` accepts the text. */
export function isPython(text: string): boolean {
  return findGrammarProblem(text) === undefined;
}

/** The first place where the text is not Python 3.10; undefined if it is. */
export function findGrammarProblem(text: string): GrammarProblem | undefined {
  if (hasLoneSurrogate(text)) return { line: 1, column: 1, message: 'half a surrogate pair cannot be encoded' };
  if (text.includes('\0')) return { line: 1, column: 1, message: 'source code cannot contain NUL characters' };
  const lines = new LogicalLines(text);
  const { lineCount, text: source } = lines.source;
  for (let line = lines.findCode(0); line < lineCount; ) {
    const { next, problem } = runStatement(lines, line);
    if (problem !== undefined) return locate(source, problem);
    line = next;
  }
  return undefined;
}

function locate(text: string, { offset, message }: { offset: number; message: string }): GrammarProblem {
  const before = text.slice(0, offset);
  const column = [...before.slice(before.lastIndexOf('\n') + 1)].length + 1;
  return { line: before.split('\n').length, column, message };
}

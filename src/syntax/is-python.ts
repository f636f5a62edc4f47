import { hasLoneSurrogate } from '../util/lone-surrogate.ts';
import { LogicalLines } from './logical-lines.ts';
import { splitSource } from './source-lines.ts';
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
  const lines = new LogicalLines(splitSource(text));
  const { lineCount, lineStarts, text: source } = lines.source;
  for (let line = lines.findCode(0); line < lineCount; ) {
    const { next, problem } = runStatement(lines, line);
    if (problem !== undefined) return locate(source, lineStarts, problem);
    line = next;
  }
  return undefined;
}

function locate(text: string, lineStarts: Int32Array, problem: { offset: number; message: string }): GrammarProblem {
  let line = 0;
  while ((lineStarts[line + 1] ?? text.length) <= problem.offset && line + 2 < lineStarts.length) line++;
  const column = [...text.slice(lineStarts[line] ?? 0, problem.offset)].length + 1;
  return { line: line + 1, column, message: problem.message };
}

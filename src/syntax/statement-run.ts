import { BlockStack } from './block-stack.ts';
import { isSeenAtEnd, type LogicalLine, type LogicalLines } from './logical-lines.ts';

/**
 * Follows the logical lines of one top-level statement and its blocks, as far as it is Python. `first` must contain code.
 * Gives the last non-blank row at which the text may end and still be Python, or -1; and where the next top-level statement
 * begins: `lineCount` at the end of the text, -1 if it stops being Python.
 */
export function runStatement(lines: LogicalLines, first: number) {
  const { lineCount, lineStarts, text } = lines.source;
  const blocks = new BlockStack();
  let lastRow = -1;
  let line = first;
  while (line < lineCount) {
    const logical = lines.at(line);
    if ('offset' in logical) return { lastRow, next: -1, problem: { ...logical, message: 'invalid syntax' } };
    if (logical.parsed !== undefined) {
      if (line !== first && blocks.startsStatement(logical)) return { lastRow, next: line };
      const message = blocks.accept(logical, logical.parsed);
      if (message !== undefined) return { lastRow, next: -1, problem: { offset: lineStarts[line] ?? 0, message } };
    }
    if (blocks.canEnd) lastRow = findEnd(lines, logical, lastRow);
    line = lines.findCode(logical.last + 1);
  }
  if (blocks.canEnd) return { lastRow, next: lineCount };
  return { lastRow, next: -1, problem: { offset: text.length, message: blocks.missing } };
}

/** The last non-blank row a text may end at if it may end after this logical line. */
function findEnd(lines: LogicalLines, logical: LogicalLine, earlier: number): number {
  const { rows, lineRow, rowLine } = lines.source;
  const comment = lines.findLastComment(logical.last + 1);
  if (comment >= 0) return comment;
  const row = lineRow[logical.last] ?? 0;
  if (lines.findCode(logical.last + 1) < (rowLine[row + 1] ?? 0)) return earlier;
  if (isSeenAtEnd(rows, row)) return row;
  // A backslash led to an empty row. Python sees that row only if another one follows.
  const isNextSpace = row + 1 < rows.length && lines.findCode(rowLine[row + 1] ?? 0) >= (rowLine[row + 2] ?? 0);
  return isNextSpace ? row + 1 : earlier;
}

import { LogicalLines } from './logical-lines.ts';
import { runStatement } from './statement-run.ts';

/** Rows `first` to `last`, inclusive. */
export type RowRange = { readonly first: number; readonly last: number };

/** Rows of a text. `to` is excluded; it may cut off only empty rows, and not after a backslash. */
export type TextPart = { readonly from: number; readonly to: number };

/**
 * Finds the longest Python in part of a text: among all ranges of two or more rows that CPython 3.10's `ast.parse` accepts,
 * the one with the most non-blank rows; among equals the one that starts, then ends, first. If no two rows parse, the first
 * row alone.
 *
 * A range is Python exactly if its top-level statements are, one after another. So the end of each statement is found
 * once per starting line, and each start reuses what is known about the statement after its first one.
 */
export function createRangeFinder(source: string): (part: TextPart) => RowRange {
  const lines = new LogicalLines(source);
  const { rowLine, filledBefore, lineCount } = lines.source;
  const memo = new Int32Array(lineCount + 1).fill(unknown);
  return ({ from, to }) => {
    const total = filledBefore[to] ?? 0;
    let best: RowRange = { first: from, last: from };
    let bestFilled = 0;
    for (let first = from; first < to; first++) {
      const before = filledBefore[first] ?? 0;
      if (total - before <= bestFilled) break;
      let last = findLastRow(lines, rowLine[first] ?? 0, memo);
      if (last === first && first + 1 < to && isSpaceRow(lines, first + 1)) last++;
      if (last <= first) continue;
      const filled = (filledBefore[last + 1] ?? 0) - before;
      if (filled > bestFilled) {
        best = { first, last };
        bestFilled = filled;
      }
    }
    return best;
  };
}

const unknown = -2;

/** The last non-blank row at which a text that starts at this line may end, or -1. */
function findLastRow(lines: LogicalLines, start: number, memo: Int32Array): number {
  const { lineCount } = lines.source;
  const leadingComment = lines.findLastComment(start);
  const first = lines.findCode(start);
  const runs: { readonly line: number; readonly end: number }[] = [];
  let line = first;
  let last = -1;
  while (line >= 0 && line < lineCount) {
    const known = memo[line] ?? unknown;
    if (known !== unknown) {
      last = known;
      break;
    }
    const run = runStatement(lines, line);
    runs.push({ line, end: run.lastRow });
    line = run.next;
  }
  for (const run of runs.reverse()) {
    if (last < 0) last = run.end;
    memo[run.line] = last;
  }
  return last >= 0 ? last : leadingComment;
}

/** Whether a row is empty, for a row that no comment follows before the next code. */
function isSpaceRow(lines: LogicalLines, row: number): boolean {
  const { rowLine } = lines.source;
  return lines.findCode(rowLine[row] ?? 0) >= (rowLine[row + 1] ?? 0);
}

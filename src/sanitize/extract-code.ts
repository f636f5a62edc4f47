import { LogicalLines } from '../syntax/logical-lines.ts';
import { runStatement } from '../syntax/statement-run.ts';
import { hasLoneSurrogate } from '../util/lone-surrogate.ts';
import { stripText } from '../util/python-text.ts';
import type { Taken } from './strategy.ts';

export interface ExtractedCode {
  readonly code: string;
  /** Position of the first row, from 0. */
  readonly first: number;
  readonly rows: number;
  readonly totalRows: number;
}

/** The original raises an exception here instead of returning code. */
export class UnparsableText extends Error {
  override readonly name = 'UnparsableText';
}

/** What `take` gives, or an empty solution if the text cannot be parsed. */
export function takeUnlessUnparsable(take: () => Taken): Taken {
  try {
    return take();
  } catch (error) {
    if (!(error instanceof UnparsableText)) throw error;
    return { solution: '', trail: [`the answer contains ${error.message}`] };
  }
}

export function describeRows({ first, rows, totalRows }: ExtractedCode): string {
  return `lines ${first + 1}-${first + rows} of ${totalRows} are Python`;
}

/** The longest Python 3.10 in a text, as it is or stripped: both questions cost little more than one. */
export function createCodeExtractor(text: string) {
  const stripped = stripText(text);
  const offset = text.indexOf(stripped);
  const around = text.slice(0, offset) + text.slice(offset + stripped.length);
  const isSameWithin = stripped !== '' && /^\n*$/.test(around) && !stripped.endsWith('\\');
  const whole = createExtractor(text);
  if (!isSameWithin) return { extract: whole, extractStripped: createExtractor(stripped) };
  const part = { from: offset, to: offset + stripped.split('\n').length };
  return { extract: whole, extractStripped: () => whole(part) };
}

function createExtractor(text: string) {
  const rows = text.split('\n');
  let find: ReturnType<typeof createRangeFinder> | undefined;
  return (part: TextPart = { from: 0, to: rows.length }): ExtractedCode => {
    const { from, to } = part;
    if (hasLoneSurrogate(text)) throw new UnparsableText('half a surrogate pair, which UTF-8 cannot encode');
    if (to - from > 1 && text.includes('\0'))
      throw new UnparsableText('a NUL character, which Python refuses to parse');
    find ??= createRangeFinder(text);
    const { first, last } = to - from > 1 ? find(part) : { first: from, last: from };
    const code = rows.slice(first, last + 1).join('\n');
    return { code, first: first - from, rows: last - first + 1, totalRows: to - from };
  };
}

/** Rows `first` to `last`, inclusive. */
type RowRange = { readonly first: number; readonly last: number };

/** Rows of a text. `to` is excluded; it may cut off only empty rows, and not after a backslash. */
type TextPart = { readonly from: number; readonly to: number };

/**
 * Finds the longest Python in part of a text: among all ranges of two or more rows that CPython 3.10's `ast.parse` accepts,
 * the one with the most non-blank rows; among equals the one that starts, then ends, first. If no two rows parse, the first
 * row alone.
 *
 * A range is Python exactly if its top-level statements are, one after another. So the end of each statement is found
 * once per starting line, and each start reuses what is known about the statement after its first one.
 */
function createRangeFinder(source: string): (part: TextPart) => RowRange {
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

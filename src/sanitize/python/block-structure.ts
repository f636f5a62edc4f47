import type { LineRole, ParsedLine } from './line-parser.ts';
import type { LineFailure, LogicalLine, LogicalLines } from './logical-lines.ts';
import { baseDepth, maxDepth, nestingCost } from './nesting-cost.ts';
import { isSeenAtEnd } from './source-lines.ts';

/** One top-level statement with all its blocks, as far as it is Python. */
export interface StatementRun {
  /** The last filled row at which the text may end so that it is Python, or -1. */
  readonly lastRow: number;
  /** Where the next top-level statement begins; `lineCount` at the end of the text; -1 where it stops being Python. */
  readonly next: number;
  /** Why it stopped, when it did. */
  readonly problem?: BlockProblem;
}

export interface BlockProblem {
  readonly line: number;
  readonly offset: number;
  readonly message: string;
}

/** Which clauses may follow at the same indentation. */
type Following = 'nothing' | 'elif-or-else' | 'else' | 'handler' | 'handler-or-else' | 'finally';

interface Block {
  readonly column: number;
  readonly narrowColumn: number;
  readonly isMatchBody: boolean;
  readonly depth: number;
  following: Following;
  elifs: number;
}

const maxIndents = 100;

/** What may stand before each clause, and what may follow it. */
const clauses: Partial<Record<LineRole, Partial<Record<Following, Following>>>> = {
  elif: { 'elif-or-else': 'elif-or-else' },
  else: { 'elif-or-else': 'nothing', else: 'nothing', 'handler-or-else': 'finally' },
  except: { handler: 'handler-or-else', 'handler-or-else': 'handler-or-else' },
  finally: { handler: 'nothing', 'handler-or-else': 'nothing', finally: 'nothing' },
};

const openings: Partial<Record<LineRole, Following>> = { if: 'elif-or-else', loop: 'else', try: 'handler' };

/**
 * Follows the logical lines of one top-level statement and its blocks. `first` must hold code. A `try` without a handler,
 * a decorator without a definition and a header without a block cannot be the end.
 */
export function runStatement(lines: LogicalLines, first: number): StatementRun {
  const { lineCount } = lines.source;
  const blocks: Block[] = [openBlock({ column: 0, narrowColumn: 0, depth: 0, isMatchBody: false })];
  let top = blocks[0] as Block;
  let awaited: 'nothing' | 'block' | 'match-block' | 'definition' = 'nothing';
  let unhandledTries = 0;
  let lastRow = -1;
  let line = first;
  const stop = (message: string, offset?: number): StatementRun => ({
    lastRow,
    next: -1,
    problem: { line, message, offset: offset ?? lines.source.lineStarts[line] ?? 0 },
  });

  while (line < lineCount) {
    const logical = lines.at(line);
    if (isFailure(logical)) return stop('invalid syntax', logical.offset);
    if (logical.parsed !== undefined) {
      const { column, narrowColumn } = logical;
      if (column > top.column) {
        if (awaited !== 'block' && awaited !== 'match-block') return stop('unexpected indent');
        if (narrowColumn <= top.narrowColumn) return stop('inconsistent use of tabs and spaces in indentation');
        if (blocks.length >= maxIndents) return stop('too many levels of indentation');
        const depth = top.depth + top.elifs + nestingCost.block;
        top = openBlock({ column, narrowColumn, depth, isMatchBody: awaited === 'match-block' });
        blocks.push(top);
        awaited = 'nothing';
      } else {
        if (awaited === 'block' || awaited === 'match-block') return stop('expected an indented block');
        while (column < top.column) {
          if (awaited === 'definition') return stop('expected a definition after the decorator');
          if (top.following === 'handler') return stop("expected 'except' or 'finally' block");
          blocks.pop();
          top = blocks.at(-1) as Block;
        }
        if (column !== top.column) return stop('unindent does not match any outer indentation level');
        if (narrowColumn !== top.narrowColumn) return stop('inconsistent use of tabs and spaces in indentation');
      }
      const parsed = resolveRole(logical.parsed, top);
      if (parsed === undefined) return stop('invalid syntax');
      const { role, opensBlock } = parsed;
      const clause = clauses[role];
      const wasUnhandled = top.following === 'handler';
      if (awaited === 'definition' && role !== 'definition' && role !== 'decorator') {
        return stop('expected a definition after the decorator');
      }
      if (clause !== undefined) {
        const following = clause[top.following];
        if (following === undefined) return stop('invalid syntax');
        top.following = following;
        if (wasUnhandled) unhandledTries--;
        if (role === 'elif') top.elifs++;
      } else {
        if (wasUnhandled) return stop("expected 'except' or 'finally' block");
        if (blocks.length === 1 && line !== first && awaited !== 'definition') return { lastRow, next: line };
        top.following = openings[role] ?? 'nothing';
        top.elifs = 0;
        if (role === 'try') unhandledTries++;
      }
      if (baseDepth + top.depth + top.elifs + logical.depth > maxDepth) return stop('too deeply nested');
      awaited = opensBlock
        ? role === 'match'
          ? 'match-block'
          : 'block'
        : role === 'decorator'
          ? 'definition'
          : 'nothing';
    }
    if (awaited === 'nothing' && unhandledTries === 0) lastRow = findEnd(lines, logical, lastRow);
    line = lines.findCode(logical.last + 1);
  }
  if (awaited === 'nothing' && unhandledTries === 0) return { lastRow, next: lineCount };
  const message = awaited === 'definition' ? 'expected a definition after the decorator' : 'expected an indented block';
  return stop(unhandledTries > 0 && awaited === 'nothing' ? "expected 'except' or 'finally' block" : message);
}

function openBlock(block: Omit<Block, 'following' | 'elifs'>): Block {
  return { ...block, following: 'nothing', elifs: 0 };
}

function isFailure(logical: LogicalLine | LineFailure): logical is LineFailure {
  return 'isFailure' in logical;
}

/** In the body of a `match` there are only `case` clauses, and nowhere else. */
function resolveRole(parsed: ParsedLine, block: Block): ParsedLine | undefined {
  if (block.isMatchBody)
    return parsed.asCase ? { role: 'case', ...parsed.asCase } : parsed.role === 'case' ? parsed : undefined;
  return parsed.role === 'case' ? undefined : parsed;
}

/** The last filled row a text may end at when it may end after this logical line. */
function findEnd(lines: LogicalLines, logical: LogicalLine, earlier: number): number {
  const { rows, endedRow, rowLine } = lines.source;
  const comment = lines.findLastComment(logical.last + 1);
  if (comment >= 0) return comment;
  const row = endedRow[logical.last] ?? -1;
  if (row < 0) return earlier;
  if (isSeenAtEnd(rows, row)) return row;
  // A backslash led to an empty row. Python sees that row only when another one follows.
  const isNextSpace = row + 1 < rows.length && lines.findCode(rowLine[row + 1] ?? 0) > (rowLine[row + 2] ?? 0) - 1;
  return isNextSpace ? row + 1 : earlier;
}

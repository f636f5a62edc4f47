import type { LineRole, ParsedLine } from './line-parser.ts';
import { isSeenAtEnd, type LogicalLine, type LogicalLines } from './logical-lines.ts';
import { baseDepth, maxDepth, nestingCost } from './nesting-cost.ts';

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

/** Which clauses may follow at the same indentation. */
type Following = 'nothing' | 'elif-or-else' | 'else' | 'handler' | 'handler-or-else' | 'finally';

/** What each clause may follow, and what may follow it. */
const clauses: Partial<Record<LineRole, Partial<Record<Following, Following>>>> = {
  elif: { 'elif-or-else': 'elif-or-else' },
  else: { 'elif-or-else': 'nothing', else: 'nothing', 'handler-or-else': 'finally' },
  except: { handler: 'handler-or-else', 'handler-or-else': 'handler-or-else' },
  finally: { handler: 'nothing', 'handler-or-else': 'nothing', finally: 'nothing' },
};

const openings: Partial<Record<LineRole, Following>> = { if: 'elif-or-else', loop: 'else', try: 'handler' };

const maxIndents = 100;

interface Block {
  readonly column: number;
  readonly narrowColumn: number;
  readonly isMatchBody: boolean;
  readonly depth: number;
  following: Following;
  elifs: number;
}

const noBlock = { column: 0, narrowColumn: 0, isMatchBody: false, depth: 0, following: 'nothing', elifs: 0 } as const;

/** The open blocks while reading a program's logical lines one by one. */
class BlockStack {
  private readonly blocks: Block[] = [];
  private top: Block = { ...noBlock };
  private awaited: 'nothing' | 'block' | 'match-block' | 'definition' = 'nothing';
  private unhandledTries = 0;

  /** Whether the program may end here: every header has its block, every `try` a handler, every decorator its definition. */
  get canEnd(): boolean {
    return this.awaited === 'nothing' && this.unhandledTries === 0;
  }

  get missing(): string {
    if (this.awaited === 'definition') return 'expected a definition after the decorator';
    return this.awaited === 'nothing' ? "expected 'except' or 'finally' block" : 'expected an indented block';
  }

  /** Whether this line begins a new top-level statement and everything before it is complete. */
  startsStatement({ column, parsed }: LogicalLine): boolean {
    return column === 0 && this.canEnd && parsed !== undefined && clauses[parsed.role] === undefined;
  }

  /** Takes the next line; returns what is wrong with its position, if anything. */
  accept(logical: LogicalLine, parsed: ParsedLine): string | undefined {
    return this.indent(logical) ?? this.follow(parsed) ?? this.checkDepth(logical);
  }

  private indent({ column, narrowColumn }: LogicalLine): string | undefined {
    const { awaited } = this;
    const awaitsBlock = awaited === 'block' || awaited === 'match-block';
    if (column > this.top.column) {
      if (!awaitsBlock) return 'unexpected indent';
      if (narrowColumn <= this.top.narrowColumn) return 'inconsistent use of tabs and spaces in indentation';
      if (this.blocks.length + 1 >= maxIndents) return 'too many levels of indentation';
      const depth = this.top.depth + this.top.elifs + nestingCost.block;
      this.blocks.push(this.top);
      this.top = { ...noBlock, column, narrowColumn, isMatchBody: awaited === 'match-block', depth };
      this.awaited = 'nothing';
      return undefined;
    }
    if (awaitsBlock) return this.missing;
    while (column < this.top.column) {
      if (awaited === 'definition' || this.top.following === 'handler') return this.missing;
      this.top = this.blocks.pop() ?? this.top;
    }
    if (column !== this.top.column) return 'unindent does not match any outer indentation level';
    if (narrowColumn !== this.top.narrowColumn) return 'inconsistent use of tabs and spaces in indentation';
    return undefined;
  }

  private follow(parsed: ParsedLine): string | undefined {
    const { top } = this;
    const { role, opensBlock } = top.isMatchBody ? asCase(parsed) : parsed;
    if ((role === 'case') !== top.isMatchBody) return 'invalid syntax';
    if (this.awaited === 'definition' && role !== 'definition' && role !== 'decorator') return this.missing;
    const clause = clauses[role];
    const wasUnhandled = top.following === 'handler';
    if (clause !== undefined) {
      const following = clause[top.following];
      if (following === undefined) return 'invalid syntax';
      top.following = following;
      if (wasUnhandled) this.unhandledTries--;
      if (role === 'elif') top.elifs++;
    } else {
      if (wasUnhandled) return "expected 'except' or 'finally' block";
      top.following = openings[role] ?? 'nothing';
      top.elifs = 0;
      if (role === 'try') this.unhandledTries++;
    }
    if (opensBlock) this.awaited = role === 'match' ? 'match-block' : 'block';
    else this.awaited = role === 'decorator' ? 'definition' : 'nothing';
    return undefined;
  }

  private checkDepth({ depth }: LogicalLine): string | undefined {
    return baseDepth + this.top.depth + this.top.elifs + depth > maxDepth ? 'too deeply nested' : undefined;
  }
}

/** A line that begins with `case` is a clause in the body of a `match` and a statement elsewhere. */
function asCase(parsed: ParsedLine): Pick<ParsedLine, 'role' | 'opensBlock'> {
  return parsed.asCase === undefined ? parsed : { role: 'case', opensBlock: parsed.asCase.opensBlock };
}

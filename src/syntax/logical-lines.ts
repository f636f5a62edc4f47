import { type ParsedLine, parseLine } from './line-parser.ts';
import type { SourceLines } from './source-lines.ts';
import { TokenStream } from './token-stream.ts';

/** One logical line: it may span several lines by brackets, strings and backslashes. */
export interface LogicalLine {
  /** Undefined if backslashes join lines without code. */
  readonly parsed: ParsedLine | undefined;
  /** Indentation width with tabs to multiples of 8, and with tabs as one: the two must not contradict each other. */
  readonly column: number;
  readonly narrowColumn: number;
  readonly last: number;
  /** How deep CPython's parser goes for it. */
  readonly depth: number;
}

export interface LineFailure {
  /** Offset of the token at which it stops being Python. */
  readonly offset: number;
}

/** Parses logical lines on demand, each once, and knows which lines contain only white space and comments. */
export class LogicalLines {
  readonly source: SourceLines;
  private readonly tokens: TokenStream;
  private readonly known: (LogicalLine | LineFailure | undefined)[] = [];
  /** The next line with code from each line on; `lineCount` if there is none. */
  private readonly nextCode: Int32Array;
  /** The last non-blank row that ends between a line and the next one with code, or -1. */
  private readonly lastFilledRow: Int32Array;

  constructor(source: SourceLines) {
    const { lineCount, filledBefore, lineRow, rowLine } = source;
    this.source = source;
    this.tokens = new TokenStream(source.text);
    this.nextCode = new Int32Array(lineCount + 1).fill(lineCount);
    this.lastFilledRow = new Int32Array(lineCount + 1).fill(-1);
    for (let line = lineCount - 1; line >= 0; line--) {
      if (hasCode(source.text, source.lineStarts[line] ?? 0)) {
        this.nextCode[line] = line;
        continue;
      }
      this.nextCode[line] = this.nextCode[line + 1] ?? lineCount;
      const later = this.lastFilledRow[line + 1] ?? -1;
      const row = lineRow[line] ?? 0;
      const endsRow = rowLine[row + 1] === line + 1;
      const isFilled = endsRow && (filledBefore[row + 1] ?? 0) > (filledBefore[row] ?? 0);
      this.lastFilledRow[line] = later >= 0 || !isFilled ? later : row;
    }
  }

  /** The first line with code at or after this one. */
  findCode(line: number): number {
    return this.nextCode[line] ?? this.source.lineCount;
  }

  /** The last row with a comment that ends at or after this line and before the next code, or -1. */
  findLastComment(line: number): number {
    return this.lastFilledRow[line] ?? -1;
  }

  /** The logical line that begins at this line, which must contain code. */
  at(line: number): LogicalLine | LineFailure {
    const logical = this.known[line] ?? this.parse(line);
    this.known[line] = logical;
    return logical;
  }

  private parse(line: number): LogicalLine | LineFailure {
    const { source, tokens } = this;
    const indentation = measureIndentation(source.text, source.lineStarts[line] ?? 0);
    if (indentation === undefined) return { offset: source.lineStarts[line] ?? 0 };
    const { column, narrowColumn, offset } = indentation;
    tokens.begin(offset);
    const isEmpty = tokens.kind === 'newline';
    const parsed = isEmpty ? undefined : parseLine(tokens);
    const { start, deepest } = tokens;
    if (tokens.hasFailed) return { offset: start };
    let last = line;
    while ((source.lineStarts[last + 1] ?? start + 1) <= start) last++;
    return { parsed, column, narrowColumn, last, depth: deepest };
  }
}

/** Whether a line is neither blank nor a comment. */
function hasCode(text: string, start: number): boolean {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x09 && code !== 0x0c) return code !== 0x0a && code !== 0x23;
  }
  return false;
}

/** A form feed resets the count; for lines joined by backslashes, the first indentation found counts. */
function measureIndentation(text: string, start: number) {
  let column = 0;
  let narrowColumn = 0;
  let joined = 0;
  for (let at = start; ; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x20) {
      column++;
      narrowColumn++;
    } else if (code === 0x09) {
      column = (Math.floor(column / 8) + 1) * 8;
      narrowColumn++;
    } else if (code === 0x0c) {
      column = 0;
      narrowColumn = 0;
    } else if (code === 0x5c) {
      if (text.charCodeAt(at + 1) !== 0x0a || at + 2 >= text.length) return undefined;
      joined ||= column;
      at++;
    } else {
      return joined > 0 ? { column: joined, narrowColumn: joined, offset: at } : { column, narrowColumn, offset: at };
    }
  }
}

import { isBlank } from '../util/python-text.ts';
import { type ParsedLine, parseLine } from './line-parser.ts';
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

  /** Of a text that contains neither NUL nor lone surrogates. */
  constructor(text: string) {
    const source = splitSource(text);
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

/**
 * A text as two kinds of lines. The sanitizer counts *rows*, split at `\n` only; Python also ends *lines* at `\r`, so a
 * row has one or more lines. A range of rows may end at the last line of a row.
 */
interface SourceLines {
  readonly rows: readonly string[];
  /** The rows with Python's newlines: `\r\n` and `\r` are `\n`. */
  readonly text: string;
  readonly lineStarts: Int32Array;
  readonly lineCount: number;
  /** First line of each row. */
  readonly rowLine: Int32Array;
  readonly lineRow: Int32Array;
  /** How many rows before this one are not blank; one more entry than rows. */
  readonly filledBefore: Int32Array;
}

function splitSource(source: string): SourceLines {
  const rows = source.split('\n');
  const hasReturns = source.includes('\r');
  const translated = hasReturns ? rows.map(translateReturns) : rows;
  const text = hasReturns ? translated.join('\n') : source;
  const lineStarts = findLineStarts(text);
  const lineCount = lineStarts.length - 1;
  const rowLine = new Int32Array(rows.length + 1);
  const lineRow = new Int32Array(lineCount);
  const filledBefore = new Int32Array(rows.length + 1);
  let line = 0;
  for (const [row, content] of rows.entries()) {
    rowLine[row] = line;
    const next = line + (hasReturns ? (translated[row] ?? '').split('\n').length : 1);
    lineRow.fill(row, line, next);
    line = next;
    filledBefore[row + 1] = (filledBefore[row] ?? 0) + (isBlank(content) ? 0 : 1);
  }
  rowLine[rows.length] = line;
  return { rows, text, lineStarts, lineCount, rowLine, lineRow, filledBefore };
}

/** Whether CPython sees an empty row that ends a text: it adds a newline to a text that ends in `\r\n`, not after `\n`. */
export function isSeenAtEnd(rows: readonly string[], row: number): boolean {
  return rows[row] !== '' || (rows[row - 1] ?? '').endsWith('\r');
}

/** A last `\r` of a row is a newline, too. A space stands for an empty last line that CPython sees. */
function translateReturns(content: string, row: number, rows: readonly string[]): string {
  const translated = content.replace(/\r$/, '').replaceAll('\r', '\n');
  const endsEmpty = translated === '' || translated.endsWith('\n');
  return row === rows.length - 1 && endsEmpty && isSeenAtEnd(rows, row) ? `${translated} ` : translated;
}

function findLineStarts(text: string): Int32Array {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  starts.push(text.length + 1);
  return Int32Array.from(starts);
}

import { isBlank } from '../util/python-text.ts';

/**
 * A text as two kinds of lines. The sanitizer counts *rows*, split at `\n` only; Python also ends *lines* at `\r`, so a
 * row has one or more lines. A range of rows may end at the last line of a row.
 */
export interface SourceLines {
  readonly rows: readonly string[];
  /** The rows with Python's newlines: `\r\n` and `\r` are `\n`. */
  readonly text: string;
  /** Offset of each line in `text`, and one past the end. */
  readonly lineStarts: Int32Array;
  readonly lineCount: number;
  /** First line of each row. */
  readonly rowLine: Int32Array;
  /** The row that contains each line. */
  readonly lineRow: Int32Array;
  /** How many rows before this one are not blank; one more entry than rows. */
  readonly filledBefore: Int32Array;
}

/** Splits a text that contains neither NUL nor lone surrogates. */
export function splitSource(source: string): SourceLines {
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

/**
 * The last `\r` of a row is the first half of a `\r\n` or the end of the text: a newline either way. A space represents
 * an empty last line that CPython sees.
 */
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

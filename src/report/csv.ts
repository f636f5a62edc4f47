export type CsvCell = string | number;

/** Rows as CSV (RFC 4180). Text that a spreadsheet would run as a formula is marked as text with an apostrophe. */
export function formatCsv(rows: Iterable<readonly CsvCell[]>): string {
  return Array.from(rows, (row) => `${row.map(formatCell).join(',')}\r\n`).join('');
}

// Spreadsheets skip leading white space and read full-width signs as the plain ones.
const formula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

function formatCell(cell: CsvCell): string {
  const text = typeof cell === 'string' && formula.test(cell) ? `'${cell}` : String(cell);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export interface TableOptions {
  /** Columns whose cells are flushed right, by position. */
  readonly right?: readonly number[];
  /** What is put before each line. */
  readonly indent?: string;
}

const escapePattern = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/** Lines of aligned columns; colour codes in cells do not count as width. */
export function renderTable(rows: readonly (readonly string[])[], options: TableOptions = {}): string {
  const { right = [], indent = '' } = options;
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(0, ...rows.map((row) => visibleWidth(row[column] ?? ''))),
  );
  return rows
    .map((row) => {
      const cells = widths.map((width, column) => {
        const cell = row[column] ?? '';
        const padding = ' '.repeat(width - visibleWidth(cell));
        return right.includes(column) ? padding + cell : cell + padding;
      });
      return `${indent}${cells.join('  ')}`.trimEnd();
    })
    .join('\n');
}

/** Columns a text takes on a terminal: code points, without colour codes. */
export function visibleWidth(text: string): number {
  return [...text.replace(escapePattern, '')].length;
}

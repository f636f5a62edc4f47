export interface TableOptions {
  /** Positions of right-aligned columns. */
  readonly right?: readonly number[];
  /** Prefix of each line. */
  readonly indent?: string;
}

const escapePattern = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/** Lines of aligned columns; color codes in cells do not count as width. */
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

/** The width of a text on a terminal: code points, without color codes. */
export function visibleWidth(text: string): number {
  return [...text.replace(escapePattern, '')].length;
}

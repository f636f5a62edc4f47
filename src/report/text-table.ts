import type { createColors } from 'picocolors';

/** One printable line: line breaks become spaces, control and reordering characters become U+FFFD. */
export function toOneLine(text: string): string {
  return text.replace(/[\n\v\f\r\x85\u2028\u2029]+/g, ' ').replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}

/** At most this many characters. */
export function clip(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}

const escapePattern = new RegExp(`(${String.fromCharCode(27)}\\[[0-9;]*m)`, 'g');

/** The width of a text on a terminal: code points, without color codes. */
export function visibleWidth(text: string): number {
  return [...text.replace(escapePattern, '')].length;
}

/** The text as far as it fits, with an ellipsis where it is cut; color codes take no room and are all kept. */
export function cutToWidth(text: string, width: number): string {
  if (visibleWidth(text) <= width) return text;
  let left = width - 1;
  const parts = text.split(escapePattern).map((part, at) => {
    const characters = [...part];
    if (at % 2 === 1 || characters.length <= left) {
      left -= at % 2 === 1 ? 0 : characters.length;
      return part;
    }
    const shown = left < 0 ? '' : `${characters.slice(0, left).join('')}…`;
    left = -1;
    return shown;
  });
  return parts.join('');
}

/** Breaks a text between words so that no line is wider; a word that is too wide itself stays whole. */
export function wrapText(text: string, width: number | undefined): string[] {
  if (width === undefined || visibleWidth(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && visibleWidth(line) + 1 + visibleWidth(word) > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

export interface TextStyle {
  readonly colors: ReturnType<typeof createColors>;
  readonly width?: number | undefined;
}

export interface TableOptions {
  /** Positions of right-aligned columns. */
  readonly right?: readonly number[];
  readonly indent?: string;
  readonly hasHead?: boolean;
  /** Columns of the terminal; a table that is wider becomes a block of lines per row. */
  readonly width?: number | undefined;
}

/** A column of a table of things; one that has nothing to say is left out. */
export interface Column<Item> {
  readonly title: string;
  readonly isNumber?: boolean;
  readonly format: (item: Item) => string | undefined;
}

export function buildTable<Item>(items: readonly Item[], columns: readonly Column<Item>[]) {
  const shown = columns.filter(({ format }) => items.some((item) => format(item)));
  return {
    head: shown.map(({ title }) => title),
    rows: items.map((item) => shown.map(({ format }) => format(item) ?? '–')),
    right: shown.flatMap(({ isNumber }, at) => (isNumber ? [at] : [])),
  };
}

type Rows = readonly (readonly string[])[];

/** Lines of aligned columns; color codes in cells do not count as width. */
export function renderTable(rows: Rows, options: TableOptions = {}): string {
  const { right = [], indent = '', width: available = Number.POSITIVE_INFINITY } = options;
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(0, ...rows.map((row) => visibleWidth(row[column] ?? ''))),
  );
  const lines = rows.map((row) => {
    const cells = widths.map((width, column) => {
      const cell = row[column] ?? '';
      const padding = ' '.repeat(width - visibleWidth(cell));
      return right.includes(column) ? padding + cell : cell + padding;
    });
    return `${indent}${cells.join('  ')}`.trimEnd();
  });
  const fits = lines.every((line) => visibleWidth(line) <= available);
  return (fits ? lines : stackRows(rows, options)).join('\n');
}

/** Each row as its title and, below it, the other cells with the names of their columns. */
function stackRows(rows: Rows, { indent = '', hasHead = false, width }: TableOptions): string[] {
  const [head = [], ...body] = hasHead ? rows : [[], ...rows];
  return body.flatMap((row) => {
    // A rank alone is not a title.
    const title = row.slice(0, visibleWidth(row[0] ?? '') <= 3 ? 2 : 1);
    const items = row.flatMap((cell, at) => {
      if (at < title.length || cell === '') return [];
      return [head[at] ? `${head[at]} ${cell}` : cell];
    });
    const inner = `${indent}  `;
    const room = width === undefined ? undefined : width - inner.length;
    return [
      ...wrapText(title.join('  '), room).map((line) => `${indent}${line}`),
      ...wrapItems(items, room).map((line) => `${inner}${line}`),
    ];
  });
}

/** Items in a row, broken between items where that is enough. */
function wrapItems(items: readonly string[], width: number | undefined): string[] {
  const lines: string[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    const joined = last === undefined ? item : `${last} · ${item}`;
    if (width === undefined || visibleWidth(joined) <= width) lines.splice(-1, 1, joined);
    else lines.push(...wrapText(item, width));
  }
  return lines;
}

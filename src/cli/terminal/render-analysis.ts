import type { Table } from '../../analyze/table.ts';
import { toOneLine } from '../../report/one-line.ts';
import { renderTable, type TextStyle } from '../../report/text-table.ts';

/** Longer tables are cut: JSON and CSV have all of them. */
const shownRows = 40;

/** A table with its numbers, their intervals, and the published ones beside them. */
export function renderAnalysis({ title, columns, rows, digits = 1 }: Table, { colors, width }: TextStyle): string {
  const format = (value: number | undefined) => value?.toFixed(digits) ?? '';
  const cells = rows.slice(0, shownRows).map(({ labels, value, interval, published, n }) => {
    const range = interval ? `${format(interval[0])} to ${format(interval[1])}` : '';
    return [...labels.map(toOneLine), format(value), range, `${published ?? ''}`, `${n ?? ''}`];
  });
  const numbers = ['VALUE', '95% INTERVAL', 'PUBLISHED', 'N'];
  const used = numbers.filter((_, at) => cells.some((row) => row[columns.length + at] !== ''));
  const kept = (row: readonly string[]) =>
    row.filter((_, at) => at < columns.length || used.includes(numbers[at - columns.length] ?? ''));
  const head = [...columns.map((column) => column.toUpperCase()), ...numbers];
  const right = used.map((_, at) => columns.length + at);
  const more = rows.length > shownRows ? `… ${rows.length - shownRows} more: --json or --csv DIR has them all\n` : '';
  return `${colors.bold(title)}\n${renderTable([head, ...cells].map(kept), { right, hasHead: true, width })}\n${more}`;
}

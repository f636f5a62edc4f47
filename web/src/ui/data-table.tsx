import {
  type ColumnDef,
  createSortedRowModel,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type ReactNode, useMemo } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { useRowCursor } from './use-row-cursor.ts';

export interface TableColumn<Row> {
  readonly id: string;
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** What the column sorts by; columns without it do not sort. */
  readonly value?: (row: Row) => number | string | undefined;
  readonly align?: 'right';
  readonly className?: string;
  /** The heading of a card, where it needs no label. */
  readonly isTitle?: boolean;
  /** Left out of a table that has little room. */
  readonly isWideOnly?: boolean;
  /** Kept on a narrow screen, where each row is a line. */
  readonly isOnLine?: boolean;
}

interface DataTableProps<Row extends object> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly TableColumn<Row>[];
  readonly keyOf: (row: Row) => string;
  /** What its tick box is called. */
  readonly nameOf?: (row: Row) => string;
  /** Column id, `-` before it for descending. */
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  readonly onOpen: (row: Row) => void;
  readonly onTick?: (row: Row) => void;
  readonly isTicked?: (row: Row) => boolean;
  /** On a narrow screen a row is one line of the title and the columns marked for it, instead of a card. */
  readonly isOneLine?: boolean;
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

/** Rows that sort by clicking a heading and can be walked by keyboard; on a narrow screen each row is a card. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, rows, columns, keyOf, nameOf, sort, onSort, onOpen, onTick, isTicked, isOneLine = false } = props;
  const sorting: SortingState = [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }];
  const definitions = useMemo(
    () =>
      columns.map(
        ({ id, value }): ColumnDef<typeof features, Row> => ({
          id,
          accessorFn: (row) => value?.(row),
          enableSorting: value !== undefined,
          sortUndefined: 'last',
          sortFn: (a, b, column) => compare(a.getValue(column), b.getValue(column)),
        }),
      ),
    [columns],
  );
  const table = useTable({ features, columns: definitions, data: rows as Row[], state: { sorting } });
  const sorted = table.getRowModel().rows.map(({ original }) => original);
  const at = (row: number, then: (row: Row) => void) => {
    const found = sorted[row];
    if (found !== undefined) then(found);
  };
  const cursor = useRowCursor({
    count: sorted.length,
    name: label,
    onOpen: (row) => at(row, onOpen),
    onTick: onTick && ((row) => at(row, onTick)),
  });
  return (
    <table
      aria-label={label}
      className="w-full border-collapse text-base max-lg:block"
      ref={(element) => {
        cursor.list.current = element;
      }}
      role="table"
    >
      <thead className="max-lg:sr-only" role="rowgroup">
        <tr role="row">
          {onTick !== undefined && (
            <th className="w-9 border-line border-b" role="columnheader" scope="col">
              <span className="sr-only">Ticked</span>
            </th>
          )}
          {columns.map((column) => (
            <Heading column={column} key={column.id} onSort={onSort} sort={sort} />
          ))}
        </tr>
      </thead>
      <tbody className="max-lg:block" role="rowgroup">
        {sorted.map((row, position) => (
          <tr
            className={classNames(
              'cursor-pointer border-line border-b -outline-offset-2 last:border-b-0 hover:bg-sunken/60 max-lg:px-4',
              isOneLine
                ? 'max-lg:flex max-lg:items-center max-lg:gap-3 max-lg:py-1'
                : 'max-lg:relative max-lg:grid max-lg:grid-cols-1 max-lg:gap-x-12 max-lg:py-3 sm:max-lg:grid-cols-2',
            )}
            data-row={position}
            key={keyOf(row)}
            onClick={(event) => {
              if (event.target instanceof Element && event.target.closest('a, button, input') === null) {
                cursor.open(position);
              } else cursor.remember(position);
            }}
            role="row"
            tabIndex={position === 0 ? 0 : -1}
          >
            {onTick !== undefined && (
              <td
                className="w-9 pl-4 align-middle max-lg:absolute max-lg:top-3 max-lg:right-4 max-lg:w-auto"
                role="cell"
              >
                <input
                  aria-label={`Tick ${(nameOf ?? keyOf)(row)}`}
                  checked={isTicked?.(row) ?? false}
                  className="block size-4 accent-accent max-lg:mt-1"
                  onChange={() => onTick(row)}
                  type="checkbox"
                />
              </td>
            )}
            {columns.map((column) => (
              <Cell column={column} isOneLine={isOneLine} key={column.id} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps<Row> {
  readonly column: TableColumn<Row>;
  readonly row: Row;
  readonly isOneLine: boolean;
}

/** A cell; on a narrow screen a line of the card with its label on the left, left out where there is nothing to say. */
function Cell<Row>({ column, row, isOneLine }: CellProps<Row>) {
  const { title, cell, align, className, isTitle, isWideOnly, isOnLine } = column;
  const content = cell(row);
  const isEmpty = content === undefined || content === false;
  return (
    <td
      className={classNames(
        'px-3 py-2.5 align-middle first:pl-4 last:pr-4 max-lg:w-auto max-lg:max-w-none max-lg:px-0! max-lg:py-0.5',
        isOneLine && (isTitle ? 'max-lg:min-w-0 max-lg:flex-1' : isOnLine ? 'max-lg:block' : 'max-lg:hidden'),
        isTitle && !isOneLine && 'max-lg:order-first max-lg:col-span-full max-lg:pr-8! max-lg:pb-1.5',
        !isTitle && !isOneLine && 'max-lg:flex max-lg:items-center max-lg:justify-between max-lg:gap-4',
        align === 'right' && 'text-right tabular-nums',
        isWideOnly && 'lg:max-xl:hidden',
        isEmpty && 'max-lg:hidden',
        className,
      )}
      role="cell"
    >
      {!isTitle && !isOneLine && <span className="shrink-0 text-faint text-small lg:hidden">{title}</span>}
      {content}
    </td>
  );
}

interface HeadingProps<Row> {
  readonly column: TableColumn<Row>;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}

function Heading<Row>({ column, sort, onSort }: HeadingProps<Row>) {
  const { id, title, value, align, className, isWideOnly } = column;
  const isSorted = sort.replace(/^-/, '') === id;
  const isDescending = sort.startsWith('-');
  const direction = isDescending ? 'descending' : 'ascending';
  // Numbers are most interesting from the top.
  const next = isSorted ? (isDescending ? id : `-${id}`) : align === 'right' ? `-${id}` : id;
  return (
    <th
      aria-sort={isSorted ? direction : undefined}
      className={classNames(
        'whitespace-nowrap border-line border-b px-3 py-2 text-left font-medium text-faint text-small first:pl-4 last:pr-4',
        align === 'right' && 'text-right',
        isWideOnly && 'lg:max-xl:hidden',
        className,
      )}
      role="columnheader"
      scope="col"
    >
      {value === undefined ? (
        title
      ) : (
        <button className="inline-flex items-center gap-1 hover:text-ink" onClick={() => onSort(next)} type="button">
          {title}
          <span className={isSorted ? 'text-ink' : 'opacity-35'}>
            <Icon name={isSorted ? (isDescending ? 'down' : 'up') : 'sort'} size={11} />
          </span>
        </button>
      )}
    </th>
  );
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'en', { numeric: true });
}

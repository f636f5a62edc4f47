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
  /** The heading of a phone's card, where it needs no label. */
  readonly isTitle?: boolean;
  /** Left out on a phone's card. */
  readonly isWideOnly?: boolean;
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
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

/** Rows that sort by clicking a heading and can be walked by keyboard; on a phone each row is a card. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, rows, columns, keyOf, nameOf, sort, onSort, onOpen, onTick, isTicked } = props;
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
      className="w-full border-collapse text-base max-sm:block"
      ref={(element) => {
        cursor.list.current = element;
      }}
      role="table"
    >
      <thead className="max-sm:sr-only" role="rowgroup">
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
      <tbody className="max-sm:block" role="rowgroup">
        {sorted.map((row, position) => (
          <tr
            className="cursor-pointer border-line border-b -outline-offset-2 last:border-b-0 hover:bg-sunken/60 max-sm:block max-sm:px-4 max-sm:py-3"
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
              <td className="w-9 pl-4 align-middle max-sm:float-right max-sm:pl-0" role="cell">
                <input
                  aria-label={`Tick ${(nameOf ?? keyOf)(row)}`}
                  checked={isTicked?.(row) ?? false}
                  className="size-4 accent-accent"
                  onChange={() => onTick(row)}
                  type="checkbox"
                />
              </td>
            )}
            {columns.map(({ id, title, cell, align, className, isTitle, isWideOnly }) => (
              <td
                className={classNames(
                  'px-3 py-2.5 align-middle first:pl-4 last:pr-4 max-sm:block max-sm:px-0 max-sm:py-0.5',
                  align === 'right' && 'text-right tabular-nums max-sm:text-left',
                  isWideOnly && 'max-sm:hidden',
                  className,
                )}
                key={id}
                role="cell"
              >
                {!isTitle && <span className="mr-2 hidden text-faint text-small max-sm:inline">{title}</span>}
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface HeadingProps<Row> {
  readonly column: TableColumn<Row>;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}

function Heading<Row>({ column, sort, onSort }: HeadingProps<Row>) {
  const { id, title, value, align, className } = column;
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

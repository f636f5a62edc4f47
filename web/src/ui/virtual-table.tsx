import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { useMedia } from './use-media.ts';
import { useRowCursor } from './use-row-cursor.ts';

export interface VirtualColumn {
  readonly id: string;
  readonly title: string;
  /** A CSS grid track. */
  readonly width: string;
  readonly align?: 'right';
  readonly isWideOnly?: boolean;
  /** On a narrow screen: at the right end of its line, or a line of its own. */
  readonly isCardRight?: boolean;
  readonly isCardLine?: boolean;
}

interface VirtualTableProps {
  readonly label: string;
  /** Names this list and its filter, for coming back to a row. */
  readonly name: string;
  readonly count: number;
  readonly columns: readonly VirtualColumn[];
  readonly renderCell: (row: number, column: string) => ReactNode;
  readonly onOpen: (row: number) => void;
  readonly empty: ReactNode;
}

const rowHeight = 40;
const narrowRowHeight = 80;

/** Rows that scroll with the page; only those on screen exist, however many there are, and all of them on paper. */
export function VirtualTable(props: VirtualTableProps) {
  const { label, name, count, columns, renderCell, onOpen, empty } = props;
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const isNarrow = useMedia('(width < 64rem)');
  const isPrinting = useMedia('print');
  // What is above the list may grow; where it begins decides which rows are on screen.
  useLayoutEffect(() => {
    const measure = () => setTop((box.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => (isNarrow ? narrowRowHeight : rowHeight),
    overscan: 12,
    rangeExtractor: (range) =>
      isPrinting ? Array.from({ length: count }, (_, row) => row) : defaultRangeExtractor(range),
    scrollMargin: top,
  });
  const cursor = useRowCursor({
    count,
    name,
    onOpen,
    reveal: (row) => virtualizer.scrollToIndex(row, { align: 'auto' }),
  });
  if (count === 0) return <div className="rounded-lg border border-line bg-card">{empty}</div>;
  const template = isNarrow ? undefined : { gridTemplateColumns: columns.map(({ width }) => width).join(' ') };
  return (
    <div
      aria-label={label}
      aria-rowcount={count + 1}
      className="overflow-hidden rounded-lg border border-line bg-card"
      ref={(element) => {
        cursor.list.current = element;
      }}
      role="table"
    >
      <div role="rowgroup">
        <div
          aria-rowindex={1}
          className="grid gap-x-4 border-line border-b px-4 py-2 text-faint text-small max-lg:hidden"
          role="row"
          style={template}
        >
          {columns.map(({ id, title, align }) => (
            <span className={align === 'right' ? 'text-right' : undefined} key={id} role="columnheader">
              {title}
            </span>
          ))}
        </div>
      </div>
      <div className="relative" ref={box} role="rowgroup" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, size }) => (
          <div
            aria-rowindex={index + 2}
            className="absolute inset-x-0 cursor-pointer items-center border-line border-b px-4 -outline-offset-2 hover:bg-sunken/60 max-lg:flex max-lg:flex-wrap max-lg:gap-x-3 max-lg:py-2 lg:grid lg:gap-x-4"
            data-row={index}
            key={index}
            onClick={(event) => {
              if (event.target instanceof Element && event.target.closest('a, button') === null) cursor.open(index);
              else cursor.remember(index);
            }}
            role="row"
            style={{
              ...template,
              height: size,
              transform: `translateY(${start - virtualizer.options.scrollMargin}px)`,
            }}
            tabIndex={index === 0 ? 0 : -1}
          >
            {columns.map(({ id, align, isWideOnly, isCardRight, isCardLine }) => (
              <span
                className={classNames(
                  'min-w-0 truncate',
                  align === 'right' && 'text-right tabular-nums',
                  isWideOnly && 'max-lg:hidden',
                  isCardRight && 'max-lg:ml-auto',
                  isCardLine && 'max-lg:basis-full',
                )}
                key={id}
                role="cell"
              >
                {renderCell(index, id)}
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

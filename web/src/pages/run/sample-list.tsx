import { Link, useNavigate } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import type { RunDocument } from '../../../../src/schema/view-document.ts';
import { filterKeys, type SampleFilter, sampleAt } from '../../data/filter-samples.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatCount, formatDuration, formatMegabytes } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { OutcomeBadge } from '../../ui/outcome-mark.tsx';
import { Empty } from '../../ui/states.tsx';
import { useRowCursor } from '../../ui/use-row-cursor.ts';

interface SampleListProps {
  readonly document: RunDocument;
  readonly filter: SampleFilter;
  readonly rows: readonly number[];
  readonly setFilter: (change: SampleFilter) => void;
}

const rowHeight = 40;
const phoneRowHeight = 72;
const grid = 'sm:grid sm:grid-cols-[8rem_11rem_minmax(8rem,1fr)_4.5rem_5.5rem_5.5rem_7rem] sm:items-center sm:gap-x-4';

/** Samples that match, as many rows as fit the window and no more, however many there are. */
export function SampleList({ document, filter, rows, setFilter }: SampleListProps) {
  const navigate = useNavigate();
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop(box.current?.offsetTop ?? 0), []);
  const isPhone = window.innerWidth < 640;
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (isPhone ? phoneRowHeight : rowHeight),
    overscan: 12,
    scrollMargin: top,
  });
  const linkOf = (row: number) => {
    const { taskId, index } = sampleAt(document, row);
    return {
      to: '/runs/$runId/s/$index/$' as const,
      params: { runId: document.run.id, index: String(index), _splat: taskId },
      search: filter,
    };
  };
  const cursor = useRowCursor({
    count: rows.length,
    name: `samples:${document.run.id}:${JSON.stringify(filter)}`,
    onOpen: (at) => {
      const row = rows[at];
      if (row !== undefined) void navigate(linkOf(row));
    },
    reveal: (at) => virtualizer.scrollToIndex(at, { align: 'auto' }),
  });
  if (rows.length === 0) return <NoneMatch document={document} filter={filter} setFilter={setFilter} />;
  const flagged = new Set(document.samples.flagged.map(({ row }) => row));
  const nSamples = document.run.nSamples;
  return (
    <div
      aria-label="Samples"
      aria-rowcount={rows.length + 1}
      className="overflow-hidden rounded-lg border border-line bg-card"
      ref={(element) => {
        box.current = element;
        cursor.list.current = element;
      }}
      role="table"
    >
      <div className={classNames('hidden border-line border-b px-4 py-2 text-faint text-small', grid)} role="row">
        <span role="columnheader">outcome</span>
        <span role="columnheader">task</span>
        <span role="columnheader">cause</span>
        <span className="text-right" role="columnheader">
          tests
        </span>
        <span className="text-right" role="columnheader">
          CPU
        </span>
        <span className="text-right" role="columnheader">
          memory
        </span>
        <span className="text-right" role="columnheader">
          others solve
        </span>
      </div>
      <div className="relative" role="rowgroup" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index: at, start, size }) => {
          const row = rows[at] ?? 0;
          const sample = sampleAt(document, row);
          return (
            <div
              aria-rowindex={at + 2}
              className={classNames(
                'absolute inset-x-0 cursor-pointer border-line border-b px-4 -outline-offset-2 hover:bg-sunken/60 max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:py-2',
                grid,
              )}
              data-row={at}
              key={row}
              onClick={(event) => {
                if (event.target instanceof Element && event.target.closest('a') === null) cursor.open(at);
                else cursor.remember(at);
              }}
              role="row"
              style={{ height: size, transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
              tabIndex={at === 0 ? 0 : -1}
            >
              <span role="cell">
                <OutcomeBadge outcome={sample.outcome} />
              </span>
              <span className="truncate" role="cell">
                <Link className="font-medium hover:underline" {...linkOf(row)}>
                  {sample.taskId}
                </Link>
                {nSamples > 1 && <span className="ml-1.5 text-faint text-small">#{sample.index}</span>}
              </span>
              <span className="flex min-w-0 items-center gap-2 text-soft max-sm:w-full" role="cell">
                <span className="truncate">{sample.cause}</span>
                {flagged.has(row) && (
                  <span className="text-warn" title="The safety scan or the integrity checks found something">
                    <Icon name="flag" size={12} />
                    <span className="sr-only">flagged</span>
                  </span>
                )}
              </span>
              <span className="text-right tabular-nums max-sm:hidden" role="cell">
                {sample.tests > 0 && (
                  <>
                    {sample.tests - sample.testsFailed}
                    <span className="text-faint">/{sample.tests}</span>
                  </>
                )}
              </span>
              <span className="text-right text-soft tabular-nums max-sm:hidden" role="cell">
                {sample.cpuMs > 0 && formatDuration(sample.cpuMs)}
              </span>
              <span className="text-right text-soft tabular-nums max-sm:hidden" role="cell">
                {sample.peakMb > 0 && formatMegabytes(sample.peakMb)}
              </span>
              <span className="text-right text-soft tabular-nums max-sm:hidden" role="cell">
                {sample.others > 0 ? `${formatCount(sample.othersPassed)} of ${formatCount(sample.others)}` : '–'}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

function NoneMatch({ document, filter, setFilter }: Omit<SampleListProps, 'rows'>) {
  const dropped = filterKeys.filter((key) => key !== 'sort' && filter[key] !== undefined);
  const total = document.samples.task.length;
  if (total === 0) return <Empty title="There are no verdicts yet">They appear here as they are given.</Empty>;
  return (
    <div className="rounded-lg border border-line bg-card">
      <Empty title={`0 of ${formatCount(total)} samples match`}>
        <div className="mt-2 flex flex-wrap justify-center gap-2">
          {dropped.map((key) => (
            <Button key={key} onClick={() => setFilter({ [key]: undefined })}>
              Drop {key === 'q' ? 'the search' : `${key} ${filter[key]}`}
            </Button>
          ))}
        </div>
      </Empty>
    </div>
  );
}

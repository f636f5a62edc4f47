import { Link, useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import type { MatrixDocument } from '../../../../src/schema/view/overview-document.ts';
import { useTitles } from '../../data/use-titles.ts';
import { classNames } from '../../ui/class-names.ts';
import { formatShare } from '../../ui/format.ts';
import { RunLabel } from '../../ui/run-label.tsx';
import { nameRun } from '../../ui/run-name.ts';
import { useThemeVersion } from '../../ui/use-theme-version.ts';
import { drawMatrix } from './draw-matrix.ts';
import type { MatrixLayout } from './matrix-layout.ts';

interface MatrixCanvasProps {
  readonly document: MatrixDocument;
  readonly layout: MatrixLayout;
  readonly zoom: string;
  /** Names of the runs, by id. */
  readonly names: ReadonlyMap<string, string>;
}

interface Cell {
  readonly row: number;
  readonly column: number;
}

const bandHeight = 18;

/** The canvas, the names beside it, and a cursor that arrows move and that says where it is. */
export function MatrixCanvas({ document, layout, zoom, names }: MatrixCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const [room, setRoom] = useState(800);
  const [cursor, setCursor] = useState<Cell | undefined>();
  const theme = useThemeVersion();
  const { rows, columns, bands } = layout;
  const rowHeight = rows.length > 40 ? 12 : rows.length > 20 ? 18 : 26;
  const width = zoom === 'fit' ? room : Math.max(room, Number(zoom) * columns.length);
  const height = rowHeight * rows.length;
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setRoom(Math.max(200, element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a resized canvas is blank, and another theme has other colors
  useEffect(() => {
    if (canvas.current !== null) drawMatrix(canvas.current, layout);
  }, [layout, width, height, theme]);
  const cellAt = ({ nativeEvent }: MouseEvent): Cell => ({
    column: Math.min(columns.length - 1, Math.floor((nativeEvent.offsetX / width) * columns.length)),
    row: Math.min(rows.length - 1, Math.floor(nativeEvent.offsetY / rowHeight)),
  });
  const open = (cell: Cell) => {
    const taskId = document.taskIds[columns[cell.column] ?? 0] ?? '';
    void navigate({ to: '/tasks/$', params: { _splat: taskId } });
  };
  const move = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowRight: [0, 1],
      ArrowLeft: [0, -1],
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
      PageDown: [0, 25],
      PageUp: [0, -25],
    };
    if (event.key === 'Enter' && cursor !== undefined) open(cursor);
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const clamp = (value: number, count: number) => Math.min(count - 1, Math.max(0, value));
    const from = cursor ?? { row: 0, column: -1 };
    setCursor({ row: clamp(from.row + step[0], rows.length), column: clamp(from.column + step[1], columns.length) });
  };
  const titleOf = useTitles();
  const task = cursor && (document.taskIds[columns[cursor.column] ?? 0] ?? '');
  const nameOf = (run: MatrixDocument['runs'][number] | undefined) =>
    run === undefined ? '' : (names.get(run.id) ?? nameRun(run));
  return (
    <div>
      <div className="flex">
        <ol
          className="w-36 shrink-0 border-line border-r sm:w-auto sm:max-w-[24rem]"
          style={{ paddingTop: bands.length > 0 ? bandHeight : 0 }}
        >
          {rows.map((at) => {
            const run = document.runs[at];
            if (run === undefined) return null;
            return (
              <li
                className={classNames(
                  'flex items-center gap-2 overflow-hidden px-3',
                  rowHeight < 16 ? 'text-[0.625rem] leading-3' : 'text-small',
                )}
                key={run.id}
                style={{ height: rowHeight }}
              >
                <Link className="min-w-0 flex-1 hover:underline" params={{ runId: run.id }} to="/runs/$runId">
                  <RunLabel name={nameOf(run)} />
                </Link>
                <span className="text-soft tabular-nums max-sm:hidden">
                  {run.passAt1 && formatShare(run.passAt1.value)}
                </span>
              </li>
            );
          })}
        </ol>
        <div
          aria-label="Runs by tasks; arrows move, Enter opens the task"
          className="min-w-0 flex-1 overflow-x-auto -outline-offset-2"
          onKeyDown={move}
          ref={scroller}
          role="application"
          tabIndex={0}
        >
          <div className="relative" style={{ width }}>
            {bands.length > 0 && (
              <div aria-hidden="true" className="relative text-faint text-tiny" style={{ height: bandHeight }}>
                {bands.map(({ name, from, to }) => (
                  <span
                    className="absolute truncate border-line border-l pl-1"
                    key={name}
                    style={{ left: (from / columns.length) * width, width: ((to - from) / columns.length) * width }}
                  >
                    {name}
                  </span>
                ))}
              </div>
            )}
            <canvas
              aria-hidden="true"
              className="block cursor-crosshair"
              height={height}
              onClick={(event) => (isTouch(event) ? setCursor(cellAt(event)) : open(cellAt(event)))}
              onMouseLeave={() => setCursor(undefined)}
              onMouseMove={(event) => setCursor(cellAt(event))}
              ref={canvas}
              width={width}
            />
            {cursor !== undefined && (
              <span
                aria-hidden="true"
                className="pointer-events-none absolute outline outline-2 outline-ink"
                style={{
                  left: (cursor.column / columns.length) * width,
                  top: cursor.row * rowHeight + (bands.length > 0 ? bandHeight : 0),
                  width: Math.max(3, width / columns.length),
                  height: rowHeight,
                }}
              />
            )}
          </div>
        </div>
      </div>
      <p aria-live="polite" className="min-h-9 border-line border-t px-4 py-2 text-small text-soft">
        {cursor === undefined || task === undefined ? (
          'Point at a cell or tap it, or focus the matrix and use the arrow keys.'
        ) : (
          <>
            <Link className="font-medium text-ink hover:underline" params={{ _splat: task }} to="/tasks/$">
              {task}
            </Link>{' '}
            {titleOf(task)}: {nameOf(document.runs[rows[cursor.row] ?? 0])} {describe(layout, cursor)}
          </>
        )}
      </p>
    </div>
  );
}

/** A finger cannot point without opening: it points first, and the line below opens. */
function isTouch({ nativeEvent }: MouseEvent): boolean {
  return nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch';
}

function describe(layout: MatrixLayout, { row, column }: Cell): string {
  const share = layout.shareAt(row, column);
  const solvedBy = layout.rows.filter((_, at) => (layout.shareAt(at, column) ?? 0) > 0).length;
  const verdict =
    share === undefined
      ? 'has no answer'
      : share === 1
        ? 'passes'
        : share === 0
          ? 'fails'
          : `passes ${formatShare(share)}`;
  return `${verdict}; ${solvedBy} of ${layout.rows.length} runs solve it`;
}

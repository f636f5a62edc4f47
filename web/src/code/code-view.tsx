import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { classNames } from '../ui/class-names.ts';
import { type CodeLine, useCodeLines } from './highlight.ts';
import { LongLine } from './long-text.tsx';
import { showAll } from './visible-text.ts';

export interface LineMark {
  readonly line: number;
  readonly kind: 'fail' | 'warn' | 'note';
  /** Read out, and shown at the end of the line. */
  readonly label: string;
  /** Drawn stronger, and scrolled to. */
  readonly isCurrent?: boolean;
}

interface CodeViewProps {
  readonly code: string;
  readonly label: string;
  readonly marks?: readonly LineMark[];
  /** Lines before this one are folded away behind a button's worth of text. */
  readonly dimmedLines?: number;
  readonly onLine?: (line: number) => void;
  readonly className?: string;
  readonly footer?: ReactNode;
}

const markLooks: Record<LineMark['kind'], { readonly row: string; readonly gutter: string }> = {
  fail: { row: 'bg-fail-soft', gutter: 'text-fail font-semibold' },
  warn: { row: 'bg-warn-soft', gutter: 'text-warn font-semibold' },
  note: { row: 'bg-accent-soft', gutter: 'text-accent font-semibold' },
};

/** Python with line numbers, and marks on lines that something is said about. */
export function CodeView(props: CodeViewProps) {
  const { code, label, marks = [], dimmedLines = 0, onLine, className, footer } = props;
  const visible = useMemo(() => showAll(code), [code]);
  const lines = useCodeLines(visible);
  const box = useRef<HTMLDivElement>(null);
  const currentLine = marks.find(({ isCurrent }) => isCurrent)?.line;
  useEffect(() => {
    if (currentLine === undefined) return;
    const row = box.current?.querySelector(`[data-line="${currentLine}"]`);
    const scroller = box.current;
    if (!(row instanceof HTMLElement) || scroller === null) return;
    // Only this pane moves: `scrollIntoView` would move the page as well.
    scroller.scrollTop = row.offsetTop - scroller.clientHeight / 3;
  }, [currentLine]);
  const byLine = new Map<number, LineMark>();
  for (const mark of marks) if (!byLine.has(mark.line) || mark.isCurrent) byLine.set(mark.line, mark);
  return (
    <div
      aria-label={label}
      className={classNames('code relative overflow-auto', className)}
      ref={box}
      role="region"
      tabIndex={0}
    >
      <div className="py-2">
        {lines.map((line, at) => {
          const number = at + 1;
          return (
            <CodeRow
              isDimmed={number <= dimmedLines}
              key={number}
              line={line}
              mark={byLine.get(number)}
              number={number}
              onLine={onLine}
            />
          );
        })}
      </div>
      {footer}
    </div>
  );
}

interface CodeRowProps {
  readonly line: CodeLine;
  readonly number: number;
  readonly mark: LineMark | undefined;
  readonly isDimmed: boolean;
  readonly onLine: ((line: number) => void) | undefined;
}

function CodeRow({ line, number, mark, isDimmed, onLine }: CodeRowProps) {
  const look = mark && markLooks[mark.kind];
  return (
    <div
      className={classNames(
        'group flex pr-4',
        look?.row,
        mark?.isCurrent && 'outline outline-1 outline-current/30 -outline-offset-1',
        isDimmed && mark === undefined && '[&_code_*]:!text-faint text-faint',
      )}
      data-line={number}
    >
      <span
        className={classNames(
          'sticky left-0 w-12 shrink-0 select-none pr-3 text-right',
          look?.row ?? 'bg-card text-faint',
          look?.gutter,
        )}
      >
        {mark !== undefined && onLine !== undefined ? (
          <button aria-label={`line ${number}: ${mark.label}`} onClick={() => onLine(number)} type="button">
            {number}
          </button>
        ) : (
          number
        )}
      </span>
      <code className="min-w-0 whitespace-pre-wrap break-all">
        <LineText line={line} />
      </code>
      {mark !== undefined && (
        <span
          className={classNames(
            'ml-auto max-w-[14ch] shrink-0 self-center truncate pl-3 font-sans text-tiny',
            look?.gutter,
          )}
        >
          {mark.label}
        </span>
      )}
    </div>
  );
}

/** One line of tokens, as text nodes. */
export function LineText({ line }: { readonly line: CodeLine }) {
  const [only] = line;
  if (line.length === 1 && only !== undefined && only.kind === undefined) return <LongLine text={only.text} />;
  if (line.length === 0) return '\n';
  return line.map(({ text, kind }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no other name
    <span className={kind} key={at}>
      {text}
    </span>
  ));
}

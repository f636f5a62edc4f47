import { type ReactNode, useMemo, useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import { LineText } from './code-view.tsx';
import { type DiffFold, type DiffRow, type DiffSide, diffLines, foldRows } from './diff-rows.ts';
import { type CodeLine, useCodeLines } from './highlight.ts';
import { showAll } from './visible-text.ts';

interface DiffViewProps {
  readonly left: string;
  readonly right: string;
  readonly leftTitle: ReactNode;
  readonly rightTitle: ReactNode;
  readonly label: string;
  readonly mode: 'split' | 'unified';
}

interface Sides {
  readonly left: readonly CodeLine[];
  readonly right: readonly CodeLine[];
}

/** Two programs, line by line, with what changed inside lines marked. */
export function DiffView({ left, right, leftTitle, rightTitle, label, mode }: DiffViewProps) {
  const texts = useMemo(() => ({ left: showAll(left), right: showAll(right) }), [left, right]);
  const rows = useMemo(() => foldRows(diffLines(texts.left, texts.right)), [texts]);
  const sides = { left: useCodeLines(texts.left), right: useCodeLines(texts.right) };
  const isSame = left === right;
  return (
    <div aria-label={label} className="overflow-auto" role="region" tabIndex={0}>
      <div className="grid grid-cols-2 border-line border-b font-medium text-small">
        <div className="border-line border-r px-4 py-2">{leftTitle}</div>
        <div className="px-4 py-2">{rightTitle}</div>
      </div>
      {isSame && <p className="px-4 py-2 text-small text-soft">The two are the same, to the byte.</p>}
      <div className="code py-2">
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
          <AnyRow key={at} mode={mode} row={row} sides={sides} />
        ))}
      </div>
    </div>
  );
}

function AnyRow({ row, mode, sides }: { row: DiffRow | DiffFold; mode: DiffViewProps['mode']; sides: Sides }) {
  const [isOpen, setOpen] = useState(false);
  if (row.kind !== 'fold')
    return mode === 'split' ? <SplitRow row={row} sides={sides} /> : <UnifiedRow row={row} sides={sides} />;
  if (isOpen) {
    return row.rows.map((inner) => <AnyRow key={inner.left?.line} mode={mode} row={inner} sides={sides} />);
  }
  return (
    <button
      className="block w-full bg-sunken px-4 py-0.5 text-left font-sans text-faint text-small hover:text-ink"
      onClick={() => setOpen(true)}
      type="button"
    >
      {row.rows.length} lines are the same
    </button>
  );
}

function SplitRow({ row, sides }: { readonly row: DiffRow; readonly sides: Sides }) {
  return (
    <div className="grid grid-cols-2">
      <div className="border-line border-r">
        <Half isChanged={row.kind !== 'same'} lines={sides.left} side="left" value={row.left} />
      </div>
      <Half isChanged={row.kind !== 'same'} lines={sides.right} side="right" value={row.right} />
    </div>
  );
}

function UnifiedRow({ row, sides }: { readonly row: DiffRow; readonly sides: Sides }) {
  if (row.kind === 'same') return <Half isChanged={false} lines={sides.left} side="left" value={row.left} />;
  return (
    <>
      {row.left && <Half isChanged lines={sides.left} side="left" value={row.left} />}
      {row.right && <Half isChanged lines={sides.right} side="right" value={row.right} />}
    </>
  );
}

interface HalfProps {
  readonly value: DiffSide | undefined;
  readonly lines: readonly CodeLine[];
  readonly side: 'left' | 'right';
  readonly isChanged: boolean;
}

const looks = {
  left: { row: 'bg-fail-soft', word: 'bg-fail/25 rounded-[2px]', sign: '−', read: 'removed' },
  right: { row: 'bg-pass-soft', word: 'bg-pass/25 rounded-[2px]', sign: '+', read: 'added' },
} as const;

function Half({ value, lines, side, isChanged }: HalfProps) {
  if (value === undefined) return <div className="h-full bg-sunken/60" />;
  const look = looks[side];
  return (
    <div className={classNames('flex h-full pr-3', isChanged && look.row)}>
      <span className="w-10 shrink-0 select-none pr-2 text-right text-faint">{value.line}</span>
      <span className="w-4 shrink-0 select-none text-faint">
        {isChanged && (
          <>
            <span aria-hidden="true">{look.sign}</span>
            <span className="sr-only">{look.read}: </span>
          </>
        )}
      </span>
      <code className="min-w-0 whitespace-pre-wrap [overflow-wrap:anywhere]">
        {value.parts === undefined ? (
          <LineText line={lines[value.line - 1] ?? [{ text: value.text }]} />
        ) : (
          value.parts.map(({ text, isChanged: isPart }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
            <span className={isPart ? look.word : undefined} key={at}>
              {text}
            </span>
          ))
        )}
      </code>
    </div>
  );
}

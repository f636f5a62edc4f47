import { diffArrays } from 'diff';
import { useMemo } from 'react';
import { classNames } from '../ui/class-names.ts';
import { LongLine } from './long-text.tsx';
import { showAll } from './visible-text.ts';

/** Past this many lines comparing them is left out. */
const mostLines = 5_000;

interface KeptTextProps {
  readonly text: string;
  /** What was taken out of it. */
  readonly kept: string;
}

/** A raw answer: the lines that became code stand out, the others are struck through. */
export function KeptText({ text, kept }: KeptTextProps) {
  const lines = useMemo(() => markLines(showAll(text), showAll(kept)), [text, kept]);
  return (
    <div aria-label="Raw answer" className="code max-h-[80vh] overflow-auto py-2" role="region" tabIndex={0}>
      {lines.map(({ text: line, isKept }, at) => (
        <div
          className={classNames(
            'whitespace-pre-wrap break-words border-l-2 px-4',
            isKept ? 'border-pass bg-pass-soft' : 'border-transparent text-faint',
          )}
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
          key={at}
        >
          {isKept || line.trim() === '' ? (
            <LongLine text={line} />
          ) : (
            <del className="decoration-line-strong">
              <LongLine text={line} />
            </del>
          )}
        </div>
      ))}
    </div>
  );
}

function markLines(text: string, kept: string): { readonly text: string; readonly isKept: boolean }[] {
  const lines = text.split('\n');
  if (lines.length > mostLines) return lines.map((line) => ({ text: line, isKept: true }));
  const marked: { text: string; isKept: boolean }[] = [];
  for (const { value, added, removed } of diffArrays(lines, kept.split('\n'))) {
    if (!added) marked.push(...value.map((line) => ({ text: line, isKept: !removed })));
  }
  // A blank line inside the code belongs to it, whether or not it was written back.
  return marked.map((line, at) =>
    line.text.trim() === '' && marked[at - 1]?.isKept && marked[at + 1]?.isKept ? { ...line, isKept: true } : line,
  );
}

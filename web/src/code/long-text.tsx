import { useMemo, useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import { formatCount } from '../ui/format.ts';
import { showAll } from './visible-text.ts';

const longestLine = 5_000;
const mostLines = 400;

/** A line; of one that would choke the browser, its beginning and a button for the rest. */
export function LongLine({ text }: { readonly text: string }) {
  const [isWhole, setWhole] = useState(false);
  if (isWhole || text.length <= longestLine) return text === '' ? '\n' : text;
  return (
    <>
      {text.slice(0, longestLine)}
      <button
        className="ml-2 rounded bg-mute-soft px-1.5 font-sans text-tiny"
        onClick={() => setWhole(true)}
        type="button"
      >
        … {formatCount(text.length - longestLine)} more characters
      </button>
    </>
  );
}

interface LongTextProps {
  readonly text: string;
  readonly label: string;
  readonly className?: string;
  /** Which part of a long text matters most. */
  readonly keeps?: 'start' | 'end';
}

/** Output, a traceback, a prompt: any text, whatever is in it, as text. */
export function LongText({ text, label, className, keeps = 'start' }: LongTextProps) {
  const [isWhole, setWhole] = useState(false);
  const lines = useMemo(() => showAll(text).split('\n'), [text]);
  const isCut = !isWhole && lines.length > mostLines;
  const start = isCut && keeps === 'end' ? lines.length - mostLines : 0;
  const shown = isCut ? lines.slice(start, start + mostLines) : lines;
  const more = isCut && (
    <button
      className="my-1 rounded bg-mute-soft px-2 py-0.5 font-sans text-small"
      onClick={() => setWhole(true)}
      type="button"
    >
      {formatCount(lines.length - mostLines)} more lines
    </button>
  );
  return (
    <div
      aria-label={label}
      className={classNames('code overflow-auto px-4 py-3', className)}
      role="region"
      tabIndex={0}
    >
      {keeps === 'end' && more}
      {shown.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
        <div className="whitespace-pre-wrap break-words" key={start + at}>
          <LongLine text={line} />
        </div>
      ))}
      {keeps === 'start' && more}
    </div>
  );
}

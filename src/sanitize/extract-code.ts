import { createRangeFinder, type RangeFinder } from '../syntax/longest-range.ts';
import { stripText } from '../syntax/python-text.ts';
import { hasLoneSurrogate } from '../util/lone-surrogate.ts';

/** The rows of an answer that were taken as code. */
export interface ExtractedCode {
  readonly code: string;
  /** Position of the first row, from 0. */
  readonly first: number;
  readonly rows: number;
  readonly totalRows: number;
}

/** Where the original raises an exception instead of giving code. */
export class UnparsableText extends Error {
  override readonly name = 'UnparsableText';
}

/** The longest Python 3.10 in a text: the text as it is, or without the white space around it. */
export interface CodeExtractor {
  extract(): ExtractedCode;
  extractStripped(): ExtractedCode;
}

/** Prepares a text so that both questions cost little more than one. */
export function createCodeExtractor(text: string): CodeExtractor {
  const stripped = stripText(text);
  const offset = text.indexOf(stripped);
  const around = text.slice(0, offset) + text.slice(offset + stripped.length);
  const isSameWithin = stripped !== '' && /^\n*$/.test(around) && !stripped.endsWith('\\');
  const whole = createExtractor(text);
  if (!isSameWithin) return { extract: whole, extractStripped: createExtractor(stripped) };
  const part = { from: offset, to: offset + stripped.split('\n').length };
  return { extract: whole, extractStripped: () => whole(part) };
}

type Extractor = (part?: { readonly from: number; readonly to: number }) => ExtractedCode;

function createExtractor(text: string): Extractor {
  const rows = text.split('\n');
  let finder: RangeFinder | undefined;
  return (part = { from: 0, to: rows.length }) => {
    const { from, to } = part;
    if (hasLoneSurrogate(text)) throw new UnparsableText('half of a surrogate pair: it cannot be encoded as UTF-8');
    if (to - from > 1 && text.includes('\0')) throw new UnparsableText('a NUL character: Python refuses to parse it');
    finder ??= createRangeFinder(text);
    const { first, last } = to - from > 1 ? finder.find(part) : { first: from, last: from };
    return {
      code: rows.slice(first, last + 1).join('\n'),
      first: first - from,
      rows: last - first + 1,
      totalRows: to - from,
    };
  };
}

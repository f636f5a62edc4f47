import { createRangeFinder, type TextPart } from '../syntax/longest-range.ts';
import { hasLoneSurrogate } from '../util/lone-surrogate.ts';
import { stripText } from '../util/python-text.ts';
import type { Taken } from './strategy.ts';

export interface ExtractedCode {
  readonly code: string;
  /** Position of the first row, from 0. */
  readonly first: number;
  readonly rows: number;
  readonly totalRows: number;
}

/** The original raises an exception here instead of returning code. */
export class UnparsableText extends Error {
  override readonly name = 'UnparsableText';
}

/** What `take` gives, or an empty solution if the text cannot be parsed. */
export function takeUnlessUnparsable(take: () => Taken): Taken {
  try {
    return take();
  } catch (error) {
    if (!(error instanceof UnparsableText)) throw error;
    return { solution: '', trail: [`the answer contains ${error.message}`] };
  }
}

export function describeRows({ first, rows, totalRows }: ExtractedCode): string {
  return `lines ${first + 1}-${first + rows} of ${totalRows} are Python`;
}

/** The longest Python 3.10 in a text, as it is or stripped: both questions cost little more than one. */
export function createCodeExtractor(text: string) {
  const stripped = stripText(text);
  const offset = text.indexOf(stripped);
  const around = text.slice(0, offset) + text.slice(offset + stripped.length);
  const isSameWithin = stripped !== '' && /^\n*$/.test(around) && !stripped.endsWith('\\');
  const whole = createExtractor(text);
  if (!isSameWithin) return { extract: whole, extractStripped: createExtractor(stripped) };
  const part = { from: offset, to: offset + stripped.split('\n').length };
  return { extract: whole, extractStripped: () => whole(part) };
}

function createExtractor(text: string) {
  const rows = text.split('\n');
  let find: ReturnType<typeof createRangeFinder> | undefined;
  return (part: TextPart = { from: 0, to: rows.length }): ExtractedCode => {
    const { from, to } = part;
    if (hasLoneSurrogate(text)) throw new UnparsableText('half a surrogate pair, which UTF-8 cannot encode');
    if (to - from > 1 && text.includes('\0'))
      throw new UnparsableText('a NUL character, which Python refuses to parse');
    find ??= createRangeFinder(text);
    const { first, last } = to - from > 1 ? find(part) : { first: from, last: from };
    const code = rows.slice(first, last + 1).join('\n');
    return { code, first: first - from, rows: last - first + 1, totalRows: to - from };
  };
}

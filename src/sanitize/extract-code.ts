import { findLongestRange } from './python/longest-range.ts';
import { hasLoneSurrogate } from './python-text.ts';

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

/** The range of rows with most filled rows that is Python 3.10; the first row where no two rows are. */
export function extractCode(text: string): ExtractedCode {
  const rows = text.split('\n');
  if (rows.length > 1) {
    if (hasLoneSurrogate(text)) throw new UnparsableText('half of a surrogate pair: it cannot be encoded as UTF-8');
    if (text.includes('\0')) throw new UnparsableText('a NUL character: Python refuses to parse it');
  }
  const { first, last } = rows.length > 1 ? findLongestRange(text) : { first: 0, last: 0 };
  return {
    code: rows.slice(first, last + 1).join('\n'),
    first,
    rows: last - first + 1,
    totalRows: rows.length,
  };
}

/** What Python's `str` methods do where JavaScript's differ. */

const space = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const newline = '\\n-\\r\\x1c-\\x1e\\x85\\u2028\\u2029';
const leading = new RegExp(`^[${space}]+`);
const nonSpace = new RegExp(`[^${space}]`);
const lineEnd = new RegExp(`\\r\\n|[${newline}]`);
const oneNewline = new RegExp(`[${newline}]`);
const oneSpace = new RegExp(`[${space}]`);

/** `text.strip()`. A byte order mark is not white space to Python. */
export function stripText(text: string): string {
  let end = text.length;
  while (end > 0 && oneSpace.test(text.charAt(end - 1))) end--;
  return text.slice(0, end).replace(leading, '');
}

/** `text.strip() == ''`. */
export function isBlank(text: string): boolean {
  return !nonSpace.test(text);
}

/** `text.splitlines()`: also at vertical tabs, form feeds, separators; no empty last line. */
export function splitLines(text: string): string[] {
  const lines = text.split(lineEnd);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** The lines of `text.splitlines()` from the last to the first, with their offsets. */
export function* splitLinesBackwards(text: string): Generator<{ readonly line: string; readonly offset: number }> {
  for (let end = text.length; end > 0; ) {
    const isPair = text.endsWith('\r\n', end);
    const contentEnd = end - (isPair ? 2 : oneNewline.test(text.charAt(end - 1)) ? 1 : 0);
    let offset = contentEnd;
    while (offset > 0 && !oneNewline.test(text.charAt(offset - 1))) offset--;
    yield { line: text.slice(offset, contentEnd), offset };
    end = offset;
  }
}

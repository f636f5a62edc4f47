/** What Python's `str` and `float` do where JavaScript differs; the original's files and prompts depend on it. */

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

/** `str(float)`: `1.0`, `0.8`, `1e-05`, `1e+16`. */
export function formatPythonFloat(value: number): string {
  const magnitude = Math.abs(value);
  if (magnitude !== 0 && (magnitude < 1e-4 || magnitude >= 1e16)) {
    return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  }
  const plain = String(value);
  return /^-?\d+$/.test(plain) ? `${plain}.0` : plain;
}

/** Details of Python's `str` and `float` that the original's prompts, solutions and file names depend on. */

const space = '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const leading = new RegExp(`^${space}+`);
const trailing = new RegExp(`${space}+$`);

/** `str.strip()`, which differs from JavaScript's `trim`: U+001C to U+001F and U+0085 yes, U+FEFF no. */
export function stripPython(text: string): string {
  return text.replace(leading, '').replace(trailing, '');
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

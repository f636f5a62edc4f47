const zero = 0x30;
const nine = 0x39;
const underscore = 0x5f;

/** CPython 3.10.7 and later reject decimal integers with more digits than this. */
const maxDecimalDigits = 4300;

const basePrefix = /0[xob]/iy;
const basedInteger = /0[xX](?:_?[0-9a-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+/y;
const digits = '\\d(?:_?\\d)*';
const decimal = new RegExp(`(?:${digits}(\\.(?:${digits})?)?|\\.${digits})([eE][+-]?${digits})?([jJ])?`, 'y');
const keywordAfter = /and|else|for|i[fns]|or|not/y;

/**
 * End of the number that begins at `start` with a digit, or with a dot and a digit; -1 if CPython 3.10 rejects it.
 * A keyword may follow without a space (`1if x else 2`), any other letter may not.
 */
export function scanNumber(text: string, start: number): number {
  const isBased = matchAt(basePrefix, text, start) !== null;
  const found = matchAt(isBased ? basedInteger : decimal, text, start);
  if (found === null) return -1;
  const [literal, fraction, exponent, imaginary] = found;
  const isInteger = !isBased && !literal.startsWith('.') && !fraction && !exponent && !imaginary;
  if (isInteger && !isAllowedInteger(literal)) return -1;
  const end = start + literal.length;
  return isIdentifierCode(text.charCodeAt(end)) && matchAt(keywordAfter, text, end) === null ? -1 : end;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function isAllowedInteger(literal: string): boolean {
  if (literal.startsWith('0')) return !/[1-9]/.test(literal);
  return literal.length <= maxDecimalDigits || literal.replaceAll('_', '').length <= maxDecimalDigits;
}

export function isDigit(code: number): boolean {
  return code >= zero && code <= nine;
}

/** Letters, digits, underscore and everything beyond ASCII. */
export function isIdentifierCode(code: number): boolean {
  const lowerCase = code | 0x20;
  return (lowerCase >= 0x61 && lowerCase <= 0x7a) || isDigit(code) || code === underscore || code >= 0x80;
}

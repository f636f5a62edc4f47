const zero = 0x30;
const nine = 0x39;
const underscore = 0x5f;

/** CPython 3.10.7 and later reject decimal integers with more digits than this. */
const maxDecimalDigits = 4300;

/**
 * End of the number that begins at `start` with a digit, or with a dot and a digit; -1 if CPython 3.10 rejects it.
 * A keyword may follow without a space (`1if x else 2`), any other letter may not.
 */
export function scanNumber(text: string, start: number): number {
  let at = start;
  let kind = 'decimal';
  if (text.charCodeAt(at) === zero) {
    const letter = text.charAt(at + 1).toLowerCase();
    if (letter === 'x') return finish(text, scanDigits(text, at + 2, isHexDigit));
    if (letter === 'o') return finishStrict(text, scanDigits(text, at + 2, isOctalDigit));
    if (letter === 'b') return finishStrict(text, scanDigits(text, at + 2, isBinaryDigit));
    kind = 'zero';
  }
  let isInteger = true;
  if (text.charAt(at) !== '.') at = scanDigits(text, at, isDigit, false);
  if (at < 0) return -1;
  if (text.charAt(at) === '.') {
    isInteger = false;
    at++;
    if (isDigit(text.charCodeAt(at))) at = scanDigits(text, at, isDigit, false);
    if (at < 0) return -1;
  }
  if (text.charAt(at) === 'e' || text.charAt(at) === 'E') {
    const sign = text.charAt(at + 1);
    const signed = sign === '+' || sign === '-';
    const digits = at + (signed ? 2 : 1);
    if (isDigit(text.charCodeAt(digits))) {
      isInteger = false;
      at = scanDigits(text, digits, isDigit, false);
      if (at < 0) return -1;
    } else if (signed) {
      return -1;
    }
  }
  if (text.charAt(at) === 'j' || text.charAt(at) === 'J') return finish(text, at + 1);
  if (isInteger && !isAllowedInteger(text.slice(start, at), kind === 'zero')) return -1;
  return finish(text, at);
}

function isAllowedInteger(literal: string, beginsWithZero: boolean): boolean {
  if (beginsWithZero) return !/[1-9]/.test(literal);
  return literal.length <= maxDecimalDigits || literal.replaceAll('_', '').length <= maxDecimalDigits;
}

/** Digits with single underscores between them; an underscore may come first after a base prefix. */
function scanDigits(text: string, start: number, accepts: (code: number) => boolean, leading = true): number {
  let at = start;
  if (leading && text.charCodeAt(at) === underscore) at++;
  for (;;) {
    if (!accepts(text.charCodeAt(at))) return -1;
    do at++;
    while (accepts(text.charCodeAt(at)));
    if (text.charCodeAt(at) !== underscore) return at;
    at++;
  }
}

function finishStrict(text: string, end: number): number {
  return end >= 0 && isDigit(text.charCodeAt(end)) ? -1 : finish(text, end);
}

function finish(text: string, end: number): number {
  if (end < 0) return -1;
  const code = text.charCodeAt(end);
  if (!isIdentifierCode(code)) return end;
  return /^(?:and|else|for|i[fns]|or|not)/.test(text.slice(end, end + 4)) ? end : -1;
}

export function isDigit(code: number): boolean {
  return code >= zero && code <= nine;
}

/** Letters, digits, underscore and everything beyond ASCII. */
export function isIdentifierCode(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= zero && code <= nine) ||
    code === underscore ||
    code >= 0x80
  );
}

function isHexDigit(code: number): boolean {
  return isDigit(code) || (code >= 0x61 && code <= 0x66) || (code >= 0x41 && code <= 0x46);
}

function isOctalDigit(code: number): boolean {
  return code >= zero && code <= 0x37;
}

function isBinaryDigit(code: number): boolean {
  return code === zero || code === zero + 1;
}

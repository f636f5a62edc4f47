import { isCharacterName } from './ruff.ts';
import { closings } from './token-kind.ts';

/** Thrown and caught in this file. Created once, because its stack is never read. */
const invalid = new Error('not a literal');

/** Whether the text in parentheses is an expression: a replacement field of an f-string. */
type IsField = (expression: string) => boolean;

type FormatString = { readonly isField: IsField; readonly body: string; readonly isRaw: boolean };

/**
 * What kind of literal a string token is (the two kinds do not mix); undefined if CPython 3.10 cannot turn it into a
 * value: escapes must be complete, bytes must be ASCII, and an f-string's replacement fields must be expressions.
 */
export function checkStringLiteral(token: string, isField: IsField): 'bytes' | 'text' | undefined {
  try {
    return classifyLiteral(token, isField);
  } catch (error) {
    if (error !== invalid) throw error;
    return undefined;
  }
}

function classifyLiteral(token: string, isField: IsField): 'bytes' | 'text' {
  const opening = token.search(/['"]/);
  const prefix = token.slice(0, opening).toLowerCase();
  const quoteLength = token.length - opening >= 6 && token.startsWith(token.charAt(opening).repeat(3), opening) ? 3 : 1;
  const body = token.slice(opening + quoteLength, -quoteLength);
  const isRaw = prefix.includes('r') || !body.includes('\\');
  if (prefix.includes('b')) {
    if (/[^\0-\x7f]/.test(body)) throw invalid;
    if (!isRaw && !hasCompleteByteEscapes(body)) throw invalid;
    return 'bytes';
  }
  if (!prefix.includes('f')) {
    if (!isRaw) checkEscapes(body);
    return 'text';
  }
  // Recursion level 0 always runs to the end of the body, or throws.
  checkFormat({ isField, body, isRaw }, 0, 0);
  return 'text';
}

function hasCompleteByteEscapes(body: string): boolean {
  for (const [sequence] of body.matchAll(/\\[\s\S][0-9a-fA-F]{0,2}/g)) {
    if (sequence.charAt(1) === 'x' && sequence.length < 4) return false;
  }
  return true;
}

const hexLength: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

function checkEscapes(body: string): void {
  for (let at = body.indexOf('\\'); at >= 0; at = body.indexOf('\\', at)) {
    const letter = body.charAt(at + 1);
    at += 2;
    const digits = hexLength[letter];
    if (digits !== undefined) {
      const hex = body.slice(at, at + digits);
      if (hex.length < digits || !/^[0-9a-fA-F]+$/.test(hex) || Number.parseInt(hex, 16) > 0x10ffff) throw invalid;
      at += digits;
    } else if (letter === 'N') {
      const close = body.indexOf('}', at);
      if (body.charAt(at) !== '{' || close < 0 || !isCharacterName(body.slice(at + 1, close))) throw invalid;
      at = close + 1;
    }
  }
}

/** Checks literal text and fields from `start`; level 1 is a format specification, which ends before its `}`. */
function checkFormat(format: FormatString, start: number, level: number): number {
  const { body } = format;
  let at = start;
  while (at < body.length) {
    at = checkFormatLiteral(format, at, level);
    if (at >= body.length || body.charAt(at) === '}') break;
    at = checkField(format, at, level);
  }
  if (level > 0 && body.charAt(at) !== '}') throw invalid;
  return at;
}

const literalText = /(?:[^\\{}]+|\\N\{[^}]*\}|\\(?:[^N{}]|(?=[{}])))*/y;
const rawText = /[^{}]*/y;

/** Literal text up to the `{` of a field, the `}` that ends a specification, or the end. Escapes are decoded per piece. */
function checkFormatLiteral(format: FormatString, start: number, level: number): number {
  const { body, isRaw } = format;
  const text = isRaw ? rawText : literalText;
  const checkPiece = (from: number, to: number) => {
    if (!isRaw) checkEscapes(body.slice(from, to));
  };
  for (let from = start, at = start; ; ) {
    text.lastIndex = at;
    text.exec(body);
    at = text.lastIndex;
    const brace = body.charAt(at);
    // An incomplete `\N`.
    if (brace === '\\') throw invalid;
    if (level > 0 || brace === '' || body.charAt(at + 1) !== brace) {
      if (level === 0 && brace === '}') throw invalid;
      checkPiece(from, at);
      return at;
    }
    checkPiece(from, at + 1);
    at += 2;
    from = at;
  }
}

/** One `{expression=!r:specification}`; returns the offset after its `}`. */
function checkField(format: FormatString, start: number, level: number): number {
  const { body } = format;
  if (level >= 2) throw invalid;
  let at = findFieldEnd(body, start + 1);
  const expression = body.slice(start + 1, at);
  if (/^[ \t\n\f]*$/.test(expression) || !format.isField(expression)) throw invalid;
  if (body.charAt(at) === '=') {
    at++;
    while (/[ \t\n\r\f\v]/.test(body.charAt(at))) at++;
  }
  if (body.charAt(at) === '!') {
    if (!/[sra]/.test(body.charAt(at + 1))) throw invalid;
    at += 2;
  }
  if (body.charAt(at) === ':') {
    if (at + 1 >= body.length) throw invalid;
    at = checkFormat(format, at + 1, level + 1);
  }
  if (body.charAt(at) !== '}') throw invalid;
  return at + 1;
}

/** Offset of the `}`, `!`, `:` or `=` that ends the expression, which may contain neither a backslash nor a `#`. */
function findFieldEnd(body: string, start: number): number {
  const open: string[] = [];
  let quote = '';
  for (let at = start; at < body.length; at++) {
    const char = body.charAt(at);
    if (char === '\\') throw invalid;
    if (quote !== '') {
      if (body.startsWith(quote, at)) {
        at += quote.length - 1;
        quote = '';
      }
      continue;
    }
    const close = closings[char];
    if (char === '"' || char === "'") {
      quote = body.startsWith(char.repeat(3), at) ? char.repeat(3) : char;
      at += quote.length - 1;
    } else if (close !== undefined) {
      if (open.length >= 200) throw invalid;
      open.push(close);
    } else if (char === '#') {
      throw invalid;
    } else if (open.length === 0 && /[!:}=<>]/.test(char)) {
      if (/[!=<>]/.test(char) && body.charAt(at + 1) === '=') at++;
      else if (char !== '<' && char !== '>') return at;
    } else if (/[\])}]/.test(char) && open.pop() !== char) {
      throw invalid;
    }
  }
  throw invalid;
}

/**
 * A small Python lexer, exact about strings, comments, brackets and lines, which is what finding definitions and
 * docstrings and highlighting need. It never fails: text that is not Python becomes tokens too.
 */
export type TokenKind = 'name' | 'number' | 'string' | 'comment' | 'newline' | 'operator';

export type Token = { readonly kind: TokenKind; readonly text: string; readonly start: number; readonly end: number };

const spaces = /(?:[ \t\f]|\\\r?\n)*/y;
const beginnings: readonly (readonly [TokenKind, RegExp])[] = [
  ['string', /(?:[rbuf]|[rbf]{2})?("""|'''|"|')/iy],
  ['newline', /\r\n?|\n/y],
  ['comment', /#[^\r\n]*/y],
  ['name', /[\p{L}\p{Nl}_][\p{L}\p{N}\p{M}\p{Pc}]*/uy],
  ['number', /\.?\d(?:[eE][+-]|[\w.])*/y],
];

export function* lexPython(source: string): Generator<Token> {
  for (let at = 0; ; ) {
    spaces.lastIndex = at;
    spaces.test(source);
    if (spaces.lastIndex >= source.length) return;
    const token = readToken(source, spaces.lastIndex);
    yield token;
    at = token.end;
  }
}

function readToken(source: string, start: number): Token {
  for (const [kind, pattern] of beginnings) {
    pattern.lastIndex = start;
    const [text, quote] = pattern.exec(source) ?? [];
    if (text === undefined) continue;
    const end = quote === undefined ? start + text.length : findStringEnd(source, start + text.length, quote);
    return { kind, text: source.slice(start, end), start, end };
  }
  return { kind: 'operator', text: source.charAt(start), start, end: start + 1 };
}

/** Where the string whose content begins at `from` ends; an unclosed one ends with its line or with the source. */
function findStringEnd(source: string, from: number, quote: string): number {
  const isLong = quote.length === 3;
  for (let at = from; at < source.length; at++) {
    const character = source[at];
    if (character === '\\') at++;
    else if (character === '\n' && !isLong) return at;
    else if (character === quote[0] && source.startsWith(quote, at)) return at + quote.length;
  }
  return source.length;
}

/** A logical line: its tokens without comments and newlines, and its indentation. */
export type LogicalLine = { readonly indent: number; readonly tokens: readonly Token[] };

const depthChange: Readonly<Record<string, number>> = { '(': 1, '[': 1, '{': 1, ')': -1, ']': -1, '}': -1 };

/** The logical lines of a source: brackets join lines; blank lines and comments are skipped. */
export function* readLogicalLines(source: string): Generator<LogicalLine> {
  let tokens: Token[] = [];
  let depth = 0;
  for (const token of lexPython(source)) {
    if (token.kind === 'comment') continue;
    if (token.kind === 'newline') {
      if (depth === 0 && tokens.length > 0) {
        yield { indent: indentOf(source, tokens), tokens };
        tokens = [];
      }
      continue;
    }
    if (token.kind === 'operator') depth = Math.max(0, depth + (depthChange[token.text] ?? 0));
    tokens.push(token);
  }
  if (tokens.length > 0) yield { indent: indentOf(source, tokens), tokens };
}

const tabWidth = 8;

function indentOf(source: string, tokens: readonly Token[]): number {
  const start = tokens[0]?.start ?? 0;
  const lineStart = source.lastIndexOf('\n', start - 1) + 1;
  let column = 0;
  for (let at = lineStart; at < start; at++) {
    column = source[at] === '\t' ? (Math.floor(column / tabWidth) + 1) * tabWidth : column + 1;
  }
  return column;
}

/** Line number, from 1, of a position. */
export function lineAt(source: string, position: number): number {
  return source.slice(0, position).split('\n').length;
}

/**
 * A small Python lexer, exact about strings, comments, brackets and lines, which is what finding definitions and
 * docstrings and highlighting need. It never fails: text that is not Python becomes tokens too.
 */
export type TokenKind = 'name' | 'number' | 'string' | 'comment' | 'newline' | 'operator';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const spaces = /(?:[ \t\f]|\\\r?\n)+/y;
const newline = /\r\n?|\n/y;
const comment = /#[^\r\n]*/y;
const stringStart = /(?:[rbuf]|[rbf]{2})?("""|'''|"|')/iy;
const name = /[\p{L}\p{Nl}_][\p{L}\p{N}\p{M}\p{Pc}]*/uy;
const number = /\.?\d(?:[eE][+-]|[\w.])*/y;

/** The tokens of a Python source, without white space. */
export function* lexPython(source: string): Generator<Token> {
  const matchAt = (pattern: RegExp, at: number): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(source);
  };
  const kinds: readonly [TokenKind, RegExp][] = [
    ['newline', newline],
    ['comment', comment],
    ['name', name],
    ['number', number],
  ];
  let at = 0;
  while (at < source.length) {
    const skipped = matchAt(spaces, at);
    if (skipped) {
      at += skipped[0].length;
      continue;
    }
    let kind: TokenKind = 'operator';
    let end = at + 1;
    const opening = matchAt(stringStart, at);
    if (opening) {
      kind = 'string';
      end = findStringEnd(source, at + opening[0].length, opening[1] ?? '"');
    } else {
      for (const [candidate, pattern] of kinds) {
        const found = matchAt(pattern, at);
        if (!found) continue;
        kind = candidate;
        end = at + found[0].length;
        break;
      }
    }
    yield { kind, text: source.slice(at, end), start: at, end };
    at = end;
  }
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
export interface LogicalLine {
  readonly indent: number;
  readonly tokens: readonly Token[];
}

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
  let line = 1;
  for (let at = source.indexOf('\n'); at >= 0 && at < position; at = source.indexOf('\n', at + 1)) line++;
  return line;
}

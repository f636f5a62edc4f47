import { isDigit, isIdentifierCode, scanNumber } from './number-literal.ts';
import { closings, keywordKinds, operatorKinds, type TokenKind } from './token-kind.ts';

const maxBrackets = 200;
const backslash = 0x5c;
const newline = 0x0a;
const doubleQuote = 0x22;
const singleQuote = 0x27;
const longestOperator = 3;

/**
 * The tokens of one logical line, read on demand, so that a line that cannot be Python costs only its first tokens. The
 * text has only `\n` newlines. Behaves like CPython 3.10's tokenizer between two NEWLINE tokens; indentation is up to the
 * caller.
 */
export class TokenStream {
  readonly text: string;
  kind: TokenKind = 'error';
  /** How deep CPython's parser would be, and the maximum on this line: see nesting-cost.ts. */
  depth = 0;
  deepest = 0;
  /** A flag instead of an exception: V8 never compiles a recognizer that always throws. */
  hasFailed = false;
  private at = 0;
  private count = 0;
  private position = 0;
  private readonly kinds: TokenKind[] = [];
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private readonly brackets: TokenKind[] = [];

  constructor(text: string) {
    this.text = text;
  }

  begin(offset: number): void {
    this.position = offset;
    this.count = 0;
    this.depth = 0;
    this.deepest = 0;
    this.brackets.length = 0;
    this.rewind(0);
  }

  /** A position to return to with `rewind`. */
  mark(): number {
    return this.at;
  }

  rewind(mark: number): void {
    this.hasFailed = false;
    this.at = mark;
    if (mark === this.count) this.read();
    this.kind = this.kinds[mark] ?? 'error';
  }

  next(): void {
    if (this.hasFailed) return;
    const at = ++this.at;
    if (at === this.count) this.read();
    this.kind = this.kinds[at] ?? 'error';
  }

  /** Marks the line as not Python from here on. Every further token is an error, so all loops end. */
  fail(): void {
    this.hasFailed = true;
    this.kind = 'error';
  }

  expect(kind: TokenKind): void {
    if (this.kind === kind) this.next();
    else this.fail();
  }

  skip(kind: TokenKind): boolean {
    if (this.kind !== kind) return false;
    this.next();
    return true;
  }

  /** Elements with commas between them, and perhaps one after the last, up to the token that ends them. */
  skipList(end: TokenKind, parseElement: () => void): void {
    while (this.kind !== end && !this.hasFailed) {
      parseElement();
      if (this.kind !== end) this.expect(',');
    }
    this.next();
  }

  get previous(): TokenKind | undefined {
    return this.kinds[this.at - 1];
  }

  get start(): number {
    return this.starts[this.at] ?? this.position;
  }

  get end(): number {
    return this.ends[this.at] ?? this.position;
  }

  isWord(word: string): boolean {
    return this.kind === 'name' && this.end - this.start === word.length && this.text.startsWith(word, this.start);
  }

  deepen(levels: number): void {
    this.depth += levels;
    if (this.depth > this.deepest) this.deepest = this.depth;
  }

  private read(): TokenKind {
    const { text } = this;
    let at = this.position;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === 0x20 || code === 0x09 || code === 0x0c) {
        at++;
      } else if (code === 0x23) {
        at = text.indexOf('\n', at);
        if (at < 0) at = text.length;
      } else if (code === backslash) {
        if (text.charCodeAt(at + 1) !== newline || at + 2 >= text.length) return this.push('error', at, at);
        at += 2;
      } else if (code === newline) {
        if (this.brackets.length === 0) return this.push('newline', at, at + 1);
        at++;
      } else if (at >= text.length) {
        return this.push(this.brackets.length === 0 ? 'newline' : 'error', at, at);
      } else {
        return this.readToken(at, code);
      }
    }
  }

  private push(kind: TokenKind, start: number, end: number): TokenKind {
    const { count } = this;
    this.kinds[count] = kind;
    this.starts[count] = start;
    this.ends[count] = end;
    this.count = count + 1;
    this.position = end;
    return kind;
  }

  private readToken(start: number, code: number): TokenKind {
    if (isDigit(code) || (code === 0x2e && isDigit(this.text.charCodeAt(start + 1)))) {
      const end = scanNumber(this.text, start);
      return end < 0 ? this.push('error', start, start) : this.push('number', start, end);
    }
    if (isIdentifierCode(code)) return this.readWord(start);
    if (code === doubleQuote || code === singleQuote) return this.readString(start, start);
    return this.readOperator(start);
  }

  private readWord(start: number): TokenKind {
    const { text } = this;
    let end = start;
    let seen = 0;
    for (;;) {
      const code = text.charCodeAt(end);
      if (!isIdentifierCode(code)) {
        if ((code === doubleQuote || code === singleQuote) && end - start <= 2) {
          if (/^(?:[rubf]|br|rb|fr|rf)$/i.test(text.slice(start, end))) return this.readString(start, end);
        }
        break;
      }
      seen |= code;
      end++;
    }
    const length = end - start;
    if (seen >= 0x80 && !/^[\p{XID_Start}_]\p{XID_Continue}*$/u.test(text.slice(start, end))) {
      return this.push('error', start, start);
    }
    const keyword = length >= 2 && length <= 8 ? keywordKinds.get(text.slice(start, end)) : undefined;
    return this.push(keyword ?? 'name', start, end);
  }

  private readString(start: number, opening: number): TokenKind {
    const { text } = this;
    const quote = text.charCodeAt(opening);
    const isTriple = text.charCodeAt(opening + 1) === quote && text.charCodeAt(opening + 2) === quote;
    let at = opening + (isTriple ? 3 : 1);
    let run = 0;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        if (!isTriple || ++run === 3) return this.push('string', start, at + 1);
        continue;
      }
      run = 0;
      if (code === backslash) at++;
      else if (code === newline && !isTriple) break;
    }
    return this.push('error', start, start);
  }

  private readOperator(start: number): TokenKind {
    const { text, brackets } = this;
    for (let length = longestOperator; length > 0; length--) {
      const operator = text.slice(start, start + length);
      const kind = operatorKinds.get(operator);
      if (kind === undefined) continue;
      const closing = closings[kind];
      if (closing !== undefined) {
        if (brackets.length >= maxBrackets) break;
        brackets.push(closing);
      } else if (')]}'.includes(kind) && brackets.pop() !== kind) {
        break;
      }
      return this.push(kind, start, kind === 'error' ? start : start + operator.length);
    }
    return this.push('error', start, start);
  }
}

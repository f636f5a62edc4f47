import { isDigit, isIdentifierCode, scanNumber } from './number-literal.ts';
import { Kind, keywordKinds } from './token-kind.ts';

const maxBrackets = 200;
const backslash = 0x5c;
const newline = 0x0a;
const doubleQuote = 0x22;
const singleQuote = 0x27;
const equals = 0x3d;
const greater = 0x3e;

/** Operators of one character that `=` may follow, and characters that stand alone. */
const binaryKinds = mapKinds('+|@%&^', [Kind.PLUS, Kind.VERTICAL_BAR, Kind.AT, Kind.BINARY, Kind.BINARY, Kind.BINARY]);
const markKinds = mapKinds('()[]{},;~', [
  ...[Kind.LEFT_PAREN, Kind.RIGHT_PAREN, Kind.LEFT_SQUARE, Kind.RIGHT_SQUARE, Kind.LEFT_BRACE, Kind.RIGHT_BRACE],
  ...[Kind.COMMA, Kind.SEMICOLON, Kind.TILDE],
]);

function mapKinds(characters: string, kinds: readonly number[]): ReadonlyMap<string, number> {
  return new Map([...characters].map((char, at) => [char, kinds[at] ?? Kind.ERROR]));
}

/**
 * The tokens of one logical line, read on demand, so that a line that cannot be Python costs only its first tokens. The
 * text has only `\n` newlines. Behaves like CPython 3.10's tokenizer between two NEWLINE tokens; indentation is up to the
 * caller.
 */
export class TokenStream {
  readonly text: string;
  kind: number = Kind.ERROR;
  /** How deep CPython's parser would be, and the maximum on this line: see nesting-cost.ts. */
  depth = 0;
  deepest = 0;
  /** A flag instead of an exception: V8 never compiles a recognizer that always throws. */
  hasFailed = false;
  private at = 0;
  private count = 0;
  private position = 0;
  private readonly kinds: number[] = [];
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private readonly brackets: number[] = [];

  constructor(text: string) {
    this.text = text;
  }

  /** Begins a logical line at this offset. */
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
    this.kind = this.kinds[mark] ?? Kind.ERROR;
  }

  next(): void {
    if (this.hasFailed) return;
    const at = ++this.at;
    if (at === this.count) this.read();
    this.kind = this.kinds[at] ?? Kind.ERROR;
  }

  /** Marks the line as not Python from here on. Every further token is an error, so all loops end. */
  fail(): void {
    this.hasFailed = true;
    this.kind = Kind.ERROR;
  }

  expect(kind: number): void {
    if (this.kind === kind) this.next();
    else this.fail();
  }

  /** Consumes the token if it is of this kind. */
  skip(kind: number): boolean {
    if (this.kind !== kind) return false;
    this.next();
    return true;
  }

  get start(): number {
    return this.starts[this.at] ?? this.position;
  }

  get end(): number {
    return this.ends[this.at] ?? this.position;
  }

  isWord(word: string): boolean {
    return this.kind === Kind.NAME && this.end - this.start === word.length && this.text.startsWith(word, this.start);
  }

  deepen(levels: number): void {
    this.depth += levels;
    if (this.depth > this.deepest) this.deepest = this.depth;
  }

  private read(): number {
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
        if (text.charCodeAt(at + 1) !== newline || at + 2 >= text.length) return this.push(Kind.ERROR, at, at);
        at += 2;
      } else if (code === newline) {
        if (this.brackets.length === 0) return this.push(Kind.NEWLINE, at, at + 1);
        at++;
      } else if (at >= text.length) {
        return this.push(this.brackets.length === 0 ? Kind.NEWLINE : Kind.ERROR, at, at);
      } else {
        return this.readToken(at, code);
      }
    }
  }

  private push(kind: number, start: number, end: number): number {
    const { count } = this;
    this.kinds[count] = kind;
    this.starts[count] = start;
    this.ends[count] = end;
    this.count = count + 1;
    this.position = end;
    return kind;
  }

  private readToken(start: number, code: number): number {
    if (isDigit(code) || (code === 0x2e && isDigit(this.text.charCodeAt(start + 1)))) {
      const end = scanNumber(this.text, start);
      return end < 0 ? this.push(Kind.ERROR, start, start) : this.push(Kind.NUMBER, start, end);
    }
    if (isIdentifierCode(code)) return this.readWord(start);
    if (code === doubleQuote || code === singleQuote) return this.readString(start, start);
    return this.readOperator(start, code);
  }

  private readWord(start: number): number {
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
      return this.push(Kind.ERROR, start, start);
    }
    const keyword = length >= 2 && length <= 8 ? keywordKinds.get(text.slice(start, end)) : undefined;
    return this.push(keyword ?? Kind.NAME, start, end);
  }

  private readString(start: number, opening: number): number {
    const { text } = this;
    const quote = text.charCodeAt(opening);
    const isTriple = text.charCodeAt(opening + 1) === quote && text.charCodeAt(opening + 2) === quote;
    let at = opening + (isTriple ? 3 : 1);
    let run = 0;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        if (!isTriple || ++run === 3) return this.push(Kind.STRING, start, at + 1);
        continue;
      }
      run = 0;
      if (code === backslash) at++;
      else if (code === newline && !isTriple) break;
    }
    return this.push(Kind.ERROR, start, start);
  }

  private readOperator(start: number, code: number): number {
    const { text } = this;
    const second = text.charCodeAt(start + 1);
    const isEqualNext = second === equals;
    const char = String.fromCharCode(code);
    switch (char) {
      case ':':
        return isEqualNext ? this.push(Kind.COLON_EQUAL, start, start + 2) : this.push(Kind.COLON, start, start + 1);
      case '.':
        return text.startsWith('...', start)
          ? this.push(Kind.ELLIPSIS, start, start + 3)
          : this.push(Kind.DOT, start, start + 1);
      case '=':
        return isEqualNext ? this.push(Kind.COMPARE, start, start + 2) : this.push(Kind.EQUAL, start, start + 1);
      case '!':
        return isEqualNext ? this.push(Kind.COMPARE, start, start + 2) : this.push(Kind.ERROR, start, start);
      case '<':
        if (second === greater) return this.push(Kind.ERROR, start, start);
        return this.comparison(start, code, second);
      case '>':
        return this.comparison(start, code, second);
      case '-':
        if (second === greater) return this.push(Kind.ARROW, start, start + 2);
        return this.operator(Kind.MINUS, start, 1);
      case '*':
        return second === code ? this.operator(Kind.DOUBLE_STAR, start, 2) : this.operator(Kind.STAR, start, 1);
      case '/':
        return this.operator(Kind.BINARY, start, second === code ? 2 : 1);
    }
    const binary = binaryKinds.get(char);
    if (binary !== undefined) return this.operator(binary, start, 1);
    return this.readMark(start, markKinds.get(char));
  }

  private comparison(start: number, code: number, second: number): number {
    if (second === code) return this.operator(Kind.BINARY, start, 2);
    return this.push(Kind.COMPARE, start, second === equals ? start + 2 : start + 1);
  }

  /** A binary operator, or its augmented assignment if `=` follows. */
  private operator(kind: number, start: number, length: number): number {
    const end = start + length;
    if (this.text.charCodeAt(end) === equals) return this.push(Kind.AUGMENTED, start, end + 1);
    return this.push(kind, start, end);
  }

  private readMark(start: number, kind: number = Kind.ERROR): number {
    const { brackets } = this;
    // The kinds of a pair of brackets are adjacent numbers.
    const isOpening = kind === Kind.LEFT_PAREN || kind === Kind.LEFT_SQUARE || kind === Kind.LEFT_BRACE;
    const isClosing = kind === Kind.RIGHT_PAREN || kind === Kind.RIGHT_SQUARE || kind === Kind.RIGHT_BRACE;
    const isWrong = isOpening ? brackets.length >= maxBrackets : isClosing && brackets.pop() !== kind - 1;
    if (isWrong || kind === Kind.ERROR) return this.push(Kind.ERROR, start, start);
    if (isOpening) brackets.push(kind);
    return this.push(kind, start, start + 1);
  }
}

/** Recognizes the patterns of `case` in CPython 3.10's order of choices, which decides what may follow `_`. */
import { parseStrings } from './expression-parser.ts';
import { Kind } from './token-kind.ts';
import type { TokenStream } from './token-stream.ts';

/** What is between `case` and its guard or colon. */
export function parsePatterns(tokens: TokenStream): void {
  const isStarred = parseStarPattern(tokens);
  if (tokens.kind === Kind.COMMA) finishSequence(tokens, (kind) => kind === Kind.COLON || kind === Kind.IF);
  else if (isStarred) tokens.fail();
}

/** Returns whether the pattern was starred. */
function parseStarPattern(tokens: TokenStream): boolean {
  const isStarred = tokens.skip(Kind.STAR);
  if (!isStarred) parsePattern(tokens);
  else if (tokens.isWord('_')) tokens.next();
  else parseCapture(tokens);
  return isStarred;
}

/** At the comma after the first element. */
function finishSequence(tokens: TokenStream, isEnd: (kind: number) => boolean): void {
  while (tokens.skip(Kind.COMMA)) {
    if (isEnd(tokens.kind)) return;
    parseStarPattern(tokens);
  }
  if (!isEnd(tokens.kind)) tokens.fail();
}

function parsePattern(tokens: TokenStream): void {
  do parseClosedPattern(tokens);
  while (tokens.skip(Kind.VERTICAL_BAR));
  if (tokens.skip(Kind.AS)) parseCapture(tokens);
}

function parseCapture(tokens: TokenStream): void {
  if (tokens.isWord('_')) tokens.fail();
  tokens.expect(Kind.NAME);
  if (tokens.kind === Kind.DOT || tokens.kind === Kind.LEFT_PAREN || tokens.kind === Kind.EQUAL) tokens.fail();
}

function parseClosedPattern(tokens: TokenStream): void {
  const { kind } = tokens;
  if (kind === Kind.NAME) parseNamePattern(tokens);
  else if (kind === Kind.LEFT_PAREN) parseGroupOrSequence(tokens);
  else if (kind === Kind.LEFT_SQUARE) parseListPattern(tokens);
  else if (kind === Kind.LEFT_BRACE) parseMapping(tokens);
  else parseLiteral(tokens);
}

function parseNamePattern(tokens: TokenStream): void {
  const isWildcard = tokens.isWord('_');
  tokens.next();
  if (isWildcard) return;
  while (tokens.skip(Kind.DOT)) tokens.expect(Kind.NAME);
  if (tokens.kind === Kind.LEFT_PAREN) parseClassArguments(tokens);
  else if (tokens.kind === Kind.EQUAL) tokens.fail();
}

function parseLiteral(tokens: TokenStream): void {
  const { kind } = tokens;
  if (kind === Kind.NONE || kind === Kind.TRUE || kind === Kind.FALSE) tokens.next();
  else if (kind === Kind.STRING) parseStrings(tokens);
  else parseNumber(tokens);
}

/** A number, or real ± imaginary. */
function parseNumber(tokens: TokenStream): void {
  tokens.skip(Kind.MINUS);
  const isFirstImaginary = isImaginary(tokens);
  tokens.expect(Kind.NUMBER);
  if (tokens.kind !== Kind.PLUS && tokens.kind !== Kind.MINUS) return;
  tokens.next();
  if (isFirstImaginary || !isImaginary(tokens)) tokens.fail();
  tokens.expect(Kind.NUMBER);
}

function isImaginary(tokens: TokenStream): boolean {
  return tokens.kind === Kind.NUMBER && /[jJ]/.test(tokens.text.charAt(tokens.end - 1));
}

function parseGroupOrSequence(tokens: TokenStream): void {
  tokens.next();
  if (tokens.skip(Kind.RIGHT_PAREN)) return;
  const isStarred = parseStarPattern(tokens);
  if (tokens.kind === Kind.COMMA) finishSequence(tokens, (kind) => kind === Kind.RIGHT_PAREN);
  else if (isStarred) tokens.fail();
  tokens.expect(Kind.RIGHT_PAREN);
}

function parseListPattern(tokens: TokenStream): void {
  tokens.next();
  if (tokens.kind !== Kind.RIGHT_SQUARE) {
    parseStarPattern(tokens);
    finishSequence(tokens, (kind) => kind === Kind.RIGHT_SQUARE);
  }
  tokens.expect(Kind.RIGHT_SQUARE);
}

function parseMapping(tokens: TokenStream): void {
  tokens.next();
  while (tokens.kind !== Kind.RIGHT_BRACE && !tokens.hasFailed) {
    if (tokens.skip(Kind.DOUBLE_STAR)) {
      parseCapture(tokens);
      tokens.skip(Kind.COMMA);
      break;
    }
    parseKey(tokens);
    tokens.expect(Kind.COLON);
    parsePattern(tokens);
    if (tokens.kind !== Kind.RIGHT_BRACE) tokens.expect(Kind.COMMA);
  }
  tokens.expect(Kind.RIGHT_BRACE);
}

/** A literal or a dotted name. */
function parseKey(tokens: TokenStream): void {
  if (!tokens.skip(Kind.NAME)) {
    parseLiteral(tokens);
    return;
  }
  do {
    tokens.expect(Kind.DOT);
    tokens.expect(Kind.NAME);
  } while (tokens.kind === Kind.DOT);
}

function parseClassArguments(tokens: TokenStream): void {
  tokens.next();
  let hasKeyword = false;
  while (tokens.kind !== Kind.RIGHT_PAREN && !tokens.hasFailed) {
    const isKeyword = parseKeyword(tokens);
    if (hasKeyword && !isKeyword) tokens.fail();
    hasKeyword = isKeyword;
    parsePattern(tokens);
    if (tokens.kind !== Kind.RIGHT_PAREN) tokens.expect(Kind.COMMA);
  }
  tokens.next();
}

/** Consumes `name =` if present. */
function parseKeyword(tokens: TokenStream): boolean {
  if (tokens.kind !== Kind.NAME) return false;
  const mark = tokens.mark();
  tokens.next();
  if (tokens.skip(Kind.EQUAL)) return true;
  tokens.rewind(mark);
  return false;
}

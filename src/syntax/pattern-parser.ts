/** Recognizes the patterns of `case` in CPython 3.10's order of choices, which decides what may follow `_`. */
import { parseStrings } from './expression-parser.ts';
import type { TokenStream } from './token-stream.ts';

/** What is between `case` and its guard or colon. */
export function parsePatterns(tokens: TokenStream): void {
  const isStarred = parseStarPattern(tokens);
  if (isStarred && tokens.kind !== ',') tokens.fail();
  while (tokens.skip(',') && tokens.kind !== ':' && tokens.kind !== 'if') parseStarPattern(tokens);
}

/** Returns whether the pattern was starred. */
function parseStarPattern(tokens: TokenStream): boolean {
  const isStarred = tokens.skip('*');
  if (!isStarred) parsePattern(tokens);
  else if (tokens.isWord('_')) tokens.next();
  else parseCapture(tokens);
  return isStarred;
}

function parsePattern(tokens: TokenStream): void {
  do parseClosedPattern(tokens);
  while (tokens.skip('|'));
  if (tokens.skip('as')) parseCapture(tokens);
}

function parseCapture(tokens: TokenStream): void {
  if (tokens.isWord('_')) tokens.fail();
  tokens.expect('name');
  if (tokens.kind === '.' || tokens.kind === '(' || tokens.kind === '=') tokens.fail();
}

function parseClosedPattern(tokens: TokenStream): void {
  if (tokens.kind === 'name') parseNamePattern(tokens);
  else if (tokens.skip('(')) parseGroupOrSequence(tokens);
  else if (tokens.skip('[')) tokens.skipList(']', () => parseStarPattern(tokens));
  else if (tokens.skip('{')) tokens.skipList('}', () => parseMappingItem(tokens));
  else parseLiteral(tokens);
}

function parseNamePattern(tokens: TokenStream): void {
  const isWildcard = tokens.isWord('_');
  tokens.next();
  if (isWildcard) return;
  while (tokens.skip('.')) tokens.expect('name');
  if (tokens.kind === '(') parseClassArguments(tokens);
  else if (tokens.kind === '=') tokens.fail();
}

function parseLiteral(tokens: TokenStream): void {
  const { kind } = tokens;
  if (kind === 'None' || kind === 'True' || kind === 'False') tokens.next();
  else if (kind === 'string') parseStrings(tokens);
  else parseNumber(tokens);
}

/** A number, or real ± imaginary. */
function parseNumber(tokens: TokenStream): void {
  tokens.skip('-');
  const isFirstImaginary = isImaginary(tokens);
  tokens.expect('number');
  if (tokens.kind !== '+' && tokens.kind !== '-') return;
  tokens.next();
  if (isFirstImaginary || !isImaginary(tokens)) tokens.fail();
  tokens.expect('number');
}

function isImaginary(tokens: TokenStream): boolean {
  return tokens.kind === 'number' && /[jJ]/.test(tokens.text.charAt(tokens.end - 1));
}

function parseGroupOrSequence(tokens: TokenStream): void {
  if (tokens.skip(')')) return;
  const isStarred = parseStarPattern(tokens);
  if (tokens.kind !== ')') tokens.expect(',');
  else if (isStarred) tokens.fail();
  tokens.skipList(')', () => parseStarPattern(tokens));
}

/** `key: pattern`, or `**rest`, which is the last. */
function parseMappingItem(tokens: TokenStream): void {
  if (tokens.skip('**')) {
    parseCapture(tokens);
    tokens.skip(',');
    if (tokens.kind !== '}') tokens.fail();
    return;
  }
  parseKey(tokens);
  tokens.expect(':');
  parsePattern(tokens);
}

/** A literal or a dotted name. */
function parseKey(tokens: TokenStream): void {
  if (!tokens.skip('name')) {
    parseLiteral(tokens);
    return;
  }
  do {
    tokens.expect('.');
    tokens.expect('name');
  } while (tokens.kind === '.');
}

function parseClassArguments(tokens: TokenStream): void {
  tokens.next();
  let hasKeyword = false;
  tokens.skipList(')', () => {
    const isKeyword = parseKeyword(tokens);
    if (hasKeyword && !isKeyword) tokens.fail();
    hasKeyword = isKeyword;
    parsePattern(tokens);
  });
}

/** Consumes `name =` if present. */
function parseKeyword(tokens: TokenStream): boolean {
  if (tokens.kind !== 'name') return false;
  const mark = tokens.mark();
  tokens.next();
  if (tokens.skip('=')) return true;
  tokens.rewind(mark);
  return false;
}

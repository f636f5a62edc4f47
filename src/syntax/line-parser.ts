/**
 * Recognizes one logical line: simple statements, or the header of a compound one with what follows on the same line.
 * The result does not depend on the lines around it, so each line is parsed once, whatever range it is part of.
 */
import { parseClassArguments } from './bracket-parser.ts';
import {
  parseExpression,
  parseForTargets,
  parseNamedExpression,
  parseOperators,
  parseStarExpressions,
  parseStarTarget,
} from './expression-parser.ts';
import { parseParameters } from './parameter-parser.ts';
import { parsePatterns } from './pattern-parser.ts';
import { parseSimpleStatements } from './simple-statement-parser.ts';
import { startsElement, type TokenKind } from './token-kind.ts';
import type { TokenStream } from './token-stream.ts';

/** What a logical line is to its neighbors. */
export type LineRole =
  | 'simple'
  | 'decorator'
  | 'definition'
  | 'if'
  | 'elif'
  | 'else'
  | 'loop'
  | 'with'
  | 'try'
  | 'except'
  | 'finally'
  | 'match'
  | 'case';

export interface ParsedLine {
  readonly role: LineRole;
  /** A compound header with nothing after its colon: an indented block must follow. */
  readonly opensBlock: boolean;
  /** Only for lines that begin with `case`, which may be a clause, a plain statement, or both. */
  readonly asCase?: { readonly opensBlock: boolean };
}

/** By the first token of a line; any other begins a simple statement. */
const lineParsers: Partial<Record<TokenKind, (tokens: TokenStream) => ParsedLine>> = {
  if: (tokens) => parseCondition(tokens, 'if'),
  elif: (tokens) => parseCondition(tokens, 'elif'),
  while: (tokens) => parseCondition(tokens, 'loop'),
  else: (tokens) => parseBareHeader(tokens, 'else'),
  try: (tokens) => parseBareHeader(tokens, 'try'),
  finally: (tokens) => parseBareHeader(tokens, 'finally'),
  except: parseExcept,
  async: parseAsync,
  for: parseFor,
  with: parseWith,
  def: parseFunction,
  class: parseClass,
  '@': parseDecorator,
};

/** Parses from the current token to the end of the logical line; fails the stream if it is not Python. */
export function parseLine(tokens: TokenStream): ParsedLine {
  if (tokens.isWord('match')) return parseMatchOrSimple(tokens);
  if (tokens.isWord('case')) return parseCaseOrSimple(tokens);
  return (lineParsers[tokens.kind] ?? parseSimpleLine)(tokens);
}

const simpleLine: ParsedLine = { role: 'simple', opensBlock: false };

function parseSimpleLine(tokens: TokenStream): ParsedLine {
  parseSimpleStatements(tokens);
  return simpleLine;
}

function finishHeader(tokens: TokenStream, role: LineRole): ParsedLine {
  tokens.expect(':');
  if (tokens.kind === 'newline') return { role, opensBlock: true };
  parseSimpleStatements(tokens);
  return { role, opensBlock: false };
}

function parseCondition(tokens: TokenStream, role: LineRole): ParsedLine {
  tokens.next();
  parseNamedExpression(tokens);
  return finishHeader(tokens, role);
}

function parseBareHeader(tokens: TokenStream, role: LineRole): ParsedLine {
  tokens.next();
  return finishHeader(tokens, role);
}

function parseAsync(tokens: TokenStream): ParsedLine {
  tokens.next();
  if (tokens.kind !== 'for' && tokens.kind !== 'with' && tokens.kind !== 'def') tokens.fail();
  return parseLine(tokens);
}

function parseDecorator(tokens: TokenStream): ParsedLine {
  tokens.next();
  parseNamedExpression(tokens);
  if (tokens.kind !== 'newline') tokens.fail();
  return { role: 'decorator', opensBlock: false };
}

function parseExcept(tokens: TokenStream): ParsedLine {
  tokens.next();
  if (tokens.kind !== ':') {
    parseExpression(tokens);
    if (tokens.skip('as')) tokens.expect('name');
  }
  return finishHeader(tokens, 'except');
}

function parseFor(tokens: TokenStream): ParsedLine {
  tokens.next();
  parseForTargets(tokens);
  tokens.expect('in');
  parseStarExpressions(tokens);
  return finishHeader(tokens, 'loop');
}

function parseWith(tokens: TokenStream): ParsedLine {
  tokens.next();
  const mark = tokens.mark();
  if (tokens.kind !== '(' || !attempt(tokens, parseParenthesizedItems)) {
    tokens.rewind(mark);
    do parseWithItem(tokens);
    while (tokens.skip(','));
  }
  return finishHeader(tokens, 'with');
}

function parseParenthesizedItems(tokens: TokenStream): void {
  tokens.next();
  do parseWithItem(tokens);
  while (tokens.skip(',') && tokens.kind !== ')');
  tokens.expect(')');
  if (tokens.kind !== ':') tokens.fail();
}

function parseWithItem(tokens: TokenStream): void {
  parseExpression(tokens);
  if (tokens.skip('as')) parseStarTarget(tokens);
}

function parseFunction(tokens: TokenStream): ParsedLine {
  tokens.next();
  tokens.expect('name');
  tokens.expect('(');
  parseParameters(tokens, { end: ')', parseDefault: parseExpression, parseAnnotation: parseExpression });
  if (tokens.skip('->')) parseExpression(tokens);
  return finishHeader(tokens, 'definition');
}

function parseClass(tokens: TokenStream): ParsedLine {
  tokens.next();
  tokens.expect('name');
  if (tokens.kind === '(') parseClassArguments(tokens);
  return finishHeader(tokens, 'definition');
}

function parseMatchOrSimple(tokens: TokenStream): ParsedLine {
  const mark = tokens.mark();
  if (attempt(tokens, parseMatchHeader)) return { role: 'match', opensBlock: true };
  tokens.rewind(mark);
  return parseSimpleLine(tokens);
}

/** `match subject:` and nothing more; a single subject may not be starred. */
function parseMatchHeader(tokens: TokenStream): void {
  tokens.next();
  let isStarred = parseSubject(tokens);
  while (tokens.skip(',')) {
    isStarred = false;
    if (!startsElement(tokens.kind)) break;
    parseSubject(tokens);
  }
  if (isStarred) tokens.fail();
  tokens.expect(':');
  if (tokens.kind !== 'newline') tokens.fail();
}

function parseSubject(tokens: TokenStream): boolean {
  const isStarred = tokens.skip('*');
  if (isStarred) parseOperators(tokens);
  else parseNamedExpression(tokens);
  return isStarred;
}

function parseCaseOrSimple(tokens: TokenStream): ParsedLine {
  const mark = tokens.mark();
  const asCase = parseCase(tokens);
  const isCase = !tokens.hasFailed;
  const afterCase = tokens.mark();
  tokens.rewind(mark);
  if (!isCase) return parseSimpleLine(tokens);
  if (attempt(tokens, parseSimpleStatements)) return { ...simpleLine, asCase };
  tokens.rewind(afterCase);
  return asCase;
}

function parseCase(tokens: TokenStream): ParsedLine {
  tokens.next();
  parsePatterns(tokens);
  if (tokens.skip('if')) parseNamedExpression(tokens);
  return finishHeader(tokens, 'case');
}

/** Runs a parse that may fail without failing the line. */
function attempt(tokens: TokenStream, parse: (tokens: TokenStream) => void): boolean {
  const { depth } = tokens;
  parse(tokens);
  tokens.depth = depth;
  return !tokens.hasFailed;
}

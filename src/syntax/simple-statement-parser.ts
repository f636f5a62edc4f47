/** Recognizes the simple statements of CPython 3.10's grammar. */
import { parseExpression, parsePrimary, parseStarExpressions, parseYield } from './expression-parser.ts';
import { Target } from './target.ts';
import { Kind, startsElement } from './token-kind.ts';
import type { TokenStream } from './token-stream.ts';

/** Statements joined by semicolons, up to the NEWLINE. */
export function parseSimpleStatements(tokens: TokenStream): void {
  do parseSimpleStatement(tokens);
  while (tokens.skip(Kind.SEMICOLON) && tokens.kind !== Kind.NEWLINE);
  if (tokens.kind !== Kind.NEWLINE) tokens.fail();
}

function parseSimpleStatement(tokens: TokenStream): void {
  switch (tokens.kind) {
    case Kind.PASS:
    case Kind.BREAK:
    case Kind.CONTINUE:
      tokens.next();
      break;
    case Kind.RETURN:
      tokens.next();
      if (startsElement(tokens.kind)) parseStarExpressions(tokens);
      break;
    case Kind.RAISE:
      tokens.next();
      if (!startsElement(tokens.kind)) break;
      parseExpression(tokens);
      if (tokens.skip(Kind.FROM)) parseExpression(tokens);
      break;
    case Kind.GLOBAL:
    case Kind.NONLOCAL:
      tokens.next();
      do tokens.expect(Kind.NAME);
      while (tokens.skip(Kind.COMMA));
      break;
    case Kind.DEL:
      parseDelete(tokens);
      break;
    case Kind.ASSERT:
      tokens.next();
      parseExpression(tokens);
      if (tokens.skip(Kind.COMMA)) parseExpression(tokens);
      break;
    case Kind.IMPORT:
      tokens.next();
      do parseImportedModule(tokens);
      while (tokens.skip(Kind.COMMA));
      break;
    case Kind.FROM:
      parseImportFrom(tokens);
      break;
    case Kind.YIELD:
      parseYield(tokens);
      break;
    default:
      parseExpressionStatement(tokens);
  }
}

function parseDelete(tokens: TokenStream): void {
  tokens.next();
  do {
    if ((parsePrimary(tokens) & Target.DELETABLE) === 0) tokens.fail();
  } while (tokens.skip(Kind.COMMA) && startsElement(tokens.kind));
}

function parseDottedName(tokens: TokenStream): void {
  do tokens.expect(Kind.NAME);
  while (tokens.skip(Kind.DOT));
}

function parseImportedModule(tokens: TokenStream): void {
  parseDottedName(tokens);
  if (tokens.skip(Kind.AS)) tokens.expect(Kind.NAME);
}

function parseImportFrom(tokens: TokenStream): void {
  tokens.next();
  let isRelative = false;
  while (tokens.skip(Kind.DOT) || tokens.skip(Kind.ELLIPSIS)) isRelative = true;
  if (!isRelative || tokens.kind !== Kind.IMPORT) parseDottedName(tokens);
  tokens.expect(Kind.IMPORT);
  if (tokens.skip(Kind.STAR)) return;
  const isParenthesized = tokens.skip(Kind.LEFT_PAREN);
  do {
    tokens.expect(Kind.NAME);
    if (tokens.skip(Kind.AS)) tokens.expect(Kind.NAME);
  } while (tokens.skip(Kind.COMMA) && !(isParenthesized && tokens.kind === Kind.RIGHT_PAREN));
  if (isParenthesized) tokens.expect(Kind.RIGHT_PAREN);
}

/** An expression, an assignment with any number of targets, an annotation, or an augmented assignment. */
function parseExpressionStatement(tokens: TokenStream): void {
  let targets = parseStarExpressions(tokens);
  if (tokens.kind === Kind.COLON) {
    if ((targets & Target.SINGLE) === 0) tokens.fail();
    tokens.next();
    parseExpression(tokens);
    if (tokens.skip(Kind.EQUAL)) parseAssignedValue(tokens);
    return;
  }
  if (tokens.kind === Kind.AUGMENTED) {
    if ((targets & Target.SINGLE) === 0) tokens.fail();
    tokens.next();
    parseAssignedValue(tokens);
    return;
  }
  while (tokens.kind === Kind.EQUAL) {
    if ((targets & Target.ASSIGNABLE) === 0) tokens.fail();
    tokens.next();
    targets = parseAssignedValue(tokens);
  }
}

function parseAssignedValue(tokens: TokenStream): number {
  if (tokens.kind !== Kind.YIELD) return parseStarExpressions(tokens);
  parseYield(tokens);
  return Target.NOTHING;
}

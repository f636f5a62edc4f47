/** Recognizes the simple statements of CPython 3.10's grammar. */
import { parseExpression, parsePrimary, parseStarExpressions, parseYield } from './expression-parser.ts';
import { Target } from './target.ts';
import { startsElement } from './token-kind.ts';
import type { TokenStream } from './token-stream.ts';

/** Statements joined by semicolons, up to the NEWLINE. */
export function parseSimpleStatements(tokens: TokenStream): void {
  do parseSimpleStatement(tokens);
  while (tokens.skip(';') && tokens.kind !== 'newline');
  if (tokens.kind !== 'newline') tokens.fail();
}

function parseSimpleStatement(tokens: TokenStream): void {
  switch (tokens.kind) {
    case 'pass':
    case 'break':
    case 'continue':
      tokens.next();
      break;
    case 'return':
      tokens.next();
      if (startsElement(tokens.kind)) parseStarExpressions(tokens);
      break;
    case 'raise':
      tokens.next();
      if (!startsElement(tokens.kind)) break;
      parseExpression(tokens);
      if (tokens.skip('from')) parseExpression(tokens);
      break;
    case 'global':
    case 'nonlocal':
      tokens.next();
      do tokens.expect('name');
      while (tokens.skip(','));
      break;
    case 'del':
      parseDelete(tokens);
      break;
    case 'assert':
      tokens.next();
      parseExpression(tokens);
      if (tokens.skip(',')) parseExpression(tokens);
      break;
    case 'import':
      tokens.next();
      do parseImportedModule(tokens);
      while (tokens.skip(','));
      break;
    case 'from':
      parseImportFrom(tokens);
      break;
    case 'yield':
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
  } while (tokens.skip(',') && startsElement(tokens.kind));
}

function parseDottedName(tokens: TokenStream): void {
  do tokens.expect('name');
  while (tokens.skip('.'));
}

function parseImportedModule(tokens: TokenStream): void {
  parseDottedName(tokens);
  if (tokens.skip('as')) tokens.expect('name');
}

function parseImportFrom(tokens: TokenStream): void {
  tokens.next();
  let isRelative = false;
  while (tokens.skip('.') || tokens.skip('...')) isRelative = true;
  if (!isRelative || tokens.kind !== 'import') parseDottedName(tokens);
  tokens.expect('import');
  if (tokens.skip('*')) return;
  const isParenthesized = tokens.skip('(');
  do {
    tokens.expect('name');
    if (tokens.skip('as')) tokens.expect('name');
  } while (tokens.skip(',') && !(isParenthesized && tokens.kind === ')'));
  if (isParenthesized) tokens.expect(')');
}

/** An expression, an assignment with any number of targets, an annotation, or an augmented assignment. */
function parseExpressionStatement(tokens: TokenStream): void {
  let targets = parseStarExpressions(tokens);
  if (tokens.kind === ':') {
    if ((targets & Target.SINGLE) === 0) tokens.fail();
    tokens.next();
    parseExpression(tokens);
    if (tokens.skip('=')) parseAssignedValue(tokens);
    return;
  }
  if (tokens.kind === 'augmented') {
    if ((targets & Target.SINGLE) === 0) tokens.fail();
    tokens.next();
    parseAssignedValue(tokens);
    return;
  }
  while (tokens.kind === '=') {
    if ((targets & Target.ASSIGNABLE) === 0) tokens.fail();
    tokens.next();
    targets = parseAssignedValue(tokens);
  }
}

function parseAssignedValue(tokens: TokenStream): number {
  if (tokens.kind !== 'yield') return parseStarExpressions(tokens);
  parseYield(tokens);
  return Target.NOTHING;
}

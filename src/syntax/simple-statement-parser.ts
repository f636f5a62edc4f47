/** Recognizes the simple statements of CPython 3.10's grammar. */
import { parseExpression, parsePrimary, parseStarExpressions, parseYield } from './expression-parser.ts';
import { Target } from './target.ts';
import { startsElement, type TokenKind } from './token-kind.ts';
import type { TokenStream } from './token-stream.ts';

/** Statements joined by semicolons, up to the NEWLINE. */
export function parseSimpleStatements(tokens: TokenStream): void {
  do parseSimpleStatement(tokens);
  while (tokens.skip(';') && tokens.kind !== 'newline');
  if (tokens.kind !== 'newline') tokens.fail();
}

/** What follows the first token of a statement; any other begins an expression or an assignment. */
const statementParsers: Partial<Record<TokenKind, (tokens: TokenStream) => void>> = {
  pass: () => {},
  break: () => {},
  continue: () => {},
  return: (tokens) => {
    if (startsElement(tokens.kind)) parseStarExpressions(tokens);
  },
  raise: (tokens) => {
    if (!startsElement(tokens.kind)) return;
    parseExpression(tokens);
    if (tokens.skip('from')) parseExpression(tokens);
  },
  global: parseNames,
  nonlocal: parseNames,
  del: parseTargets,
  assert: (tokens) => {
    parseExpression(tokens);
    if (tokens.skip(',')) parseExpression(tokens);
  },
  import: (tokens) => {
    do parseImportedModule(tokens);
    while (tokens.skip(','));
  },
  from: parseImportFrom,
};

function parseSimpleStatement(tokens: TokenStream): void {
  const parse = statementParsers[tokens.kind];
  if (parse) {
    tokens.next();
    parse(tokens);
  } else if (tokens.kind === 'yield') {
    parseYield(tokens);
  } else {
    parseExpressionStatement(tokens);
  }
}

function parseNames(tokens: TokenStream): void {
  do tokens.expect('name');
  while (tokens.skip(','));
}

function parseTargets(tokens: TokenStream): void {
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

/**
 * Recognizes the expressions of CPython 3.10's grammar without building a tree: a function consumes tokens or fails the
 * stream, and returns what its expression could be a target of. Precedence does not matter to a recognizer, so all binary
 * operators share one loop. Expressions contain brackets and brackets contain expressions: bracket-parser.ts and this
 * file import each other.
 */
import { parseBraces, parseCallArguments, parseList, parseParenthesized, parseSubscript } from './bracket-parser.ts';
import { nestingCost } from './nesting-cost.ts';
import { parseParameters } from './parameter-parser.ts';
import { isCharacterName } from './ruff.ts';
import { checkStringLiteral, type LiteralChecks } from './string-literal.ts';
import { Target } from './target.ts';
import { Kind, startsElement } from './token-kind.ts';
import { TokenStream } from './token-stream.ts';

/** `a, *b, c if d else e`: either side of `=`. */
export function parseStarExpressions(tokens: TokenStream): number {
  const first = parseStarExpression(tokens);
  if (tokens.kind !== Kind.COMMA) return first;
  let targets = first & Target.ASSIGNABLE;
  while (tokens.skip(Kind.COMMA) && startsElement(tokens.kind)) targets &= parseStarExpression(tokens);
  return targets;
}

function parseStarExpression(tokens: TokenStream): number {
  return tokens.skip(Kind.STAR) ? parseOperators(tokens) & Target.ASSIGNABLE : parseExpression(tokens);
}

/** An expression, or `name := expression`. */
export function parseNamedExpression(tokens: TokenStream): number {
  const targets = parseExpression(tokens);
  if (tokens.kind !== Kind.COLON_EQUAL) return targets;
  if ((targets & Target.NAME) === 0) tokens.fail();
  tokens.next();
  parseExpression(tokens);
  return Target.WALRUS;
}

export function parseStarNamedExpression(tokens: TokenStream): number {
  return tokens.skip(Kind.STAR) ? parseOperators(tokens) & Target.ASSIGNABLE : parseNamedExpression(tokens);
}

export function parseExpression(tokens: TokenStream): number {
  const { depth } = tokens;
  let isPlain = true;
  for (;;) {
    if (tokens.kind === Kind.LAMBDA) {
      tokens.next();
      parseParameters(tokens, { end: Kind.COLON, parseDefault: parseLambdaDefault });
      tokens.expect(Kind.COLON);
      tokens.deepen(nestingCost.lambda);
      isPlain = false;
      continue;
    }
    const targets = parseDisjunction(tokens);
    if (tokens.kind !== Kind.IF) {
      tokens.depth = depth;
      return isPlain ? targets : Target.NOTHING;
    }
    tokens.next();
    parseDisjunction(tokens);
    tokens.expect(Kind.ELSE);
    tokens.deepen(nestingCost.conditional);
    isPlain = false;
  }
}

function parseLambdaDefault(tokens: TokenStream): void {
  tokens.deepen(nestingCost.lambdaDefault);
  parseExpression(tokens);
  tokens.depth -= nestingCost.lambdaDefault;
}

/** Comparisons joined by `and`, `or`, each with any number of `not` in front. */
export function parseDisjunction(tokens: TokenStream): number {
  const { depth } = tokens;
  let isPlain = true;
  for (;;) {
    while (tokens.kind === Kind.NOT) {
      tokens.next();
      tokens.deepen(nestingCost.not);
      isPlain = false;
    }
    const targets = parseComparison(tokens);
    tokens.depth = depth;
    if (tokens.kind !== Kind.AND && tokens.kind !== Kind.OR) return isPlain ? targets : Target.NOTHING;
    tokens.next();
    isPlain = false;
  }
}

function parseComparison(tokens: TokenStream): number {
  let targets = parseOperators(tokens);
  for (;;) {
    switch (tokens.kind) {
      case Kind.COMPARE:
      case Kind.IN:
        tokens.next();
        break;
      case Kind.NOT:
        tokens.next();
        tokens.expect(Kind.IN);
        break;
      case Kind.IS:
        tokens.next();
        tokens.skip(Kind.NOT);
        break;
      default:
        return targets;
    }
    parseOperators(tokens);
    targets = Target.NOTHING;
  }
}

/** The grammar's `bitwise_or`: factors joined by binary operators. */
export function parseOperators(tokens: TokenStream): number {
  const targets = parseFactor(tokens);
  if (!isBinaryOperator(tokens.kind)) return targets;
  do {
    tokens.next();
    parseFactor(tokens);
  } while (isBinaryOperator(tokens.kind));
  return Target.NOTHING;
}

function isBinaryOperator(kind: number): boolean {
  const isArithmetic = kind === Kind.PLUS || kind === Kind.MINUS || kind === Kind.STAR || kind === Kind.BINARY;
  return isArithmetic || kind === Kind.VERTICAL_BAR || kind === Kind.AT;
}

function parseFactor(tokens: TokenStream): number {
  const { depth } = tokens;
  let isPlain = true;
  for (;;) {
    while (tokens.kind === Kind.PLUS || tokens.kind === Kind.MINUS || tokens.kind === Kind.TILDE) {
      tokens.next();
      tokens.deepen(nestingCost.unary);
      isPlain = false;
    }
    if (tokens.skip(Kind.AWAIT)) isPlain = false;
    const targets = parsePrimary(tokens);
    if (tokens.kind !== Kind.DOUBLE_STAR) {
      tokens.depth = depth;
      return isPlain ? targets : Target.NOTHING;
    }
    tokens.next();
    tokens.deepen(nestingCost.power);
    isPlain = false;
  }
}

/** An atom with its attributes, calls and subscripts. */
export function parsePrimary(tokens: TokenStream): number {
  let targets = parseAtom(tokens);
  for (;;) {
    switch (tokens.kind) {
      case Kind.DOT:
        tokens.next();
        tokens.expect(Kind.NAME);
        targets = Target.MEMBER;
        break;
      case Kind.LEFT_PAREN:
        targets = parseCallArguments(tokens);
        break;
      case Kind.LEFT_SQUARE:
        targets = parseSubscript(tokens);
        break;
      default:
        return targets;
    }
  }
}

function parseAtom(tokens: TokenStream): number {
  switch (tokens.kind) {
    case Kind.NAME:
      tokens.next();
      return Target.ANY_NAME;
    case Kind.NUMBER:
    case Kind.TRUE:
    case Kind.FALSE:
    case Kind.NONE:
    case Kind.ELLIPSIS:
      tokens.next();
      return Target.NOTHING;
    case Kind.STRING:
      parseStrings(tokens);
      return Target.NOTHING;
    case Kind.LEFT_PAREN:
      return parseParenthesized(tokens);
    case Kind.LEFT_SQUARE:
      return parseList(tokens);
    case Kind.LEFT_BRACE:
      return parseBraces(tokens);
    default:
      tokens.fail();
      return Target.NOTHING;
  }
}

export function parseStrings(tokens: TokenStream): void {
  let mode: 'bytes' | 'text' | undefined;
  while (tokens.kind === Kind.STRING) {
    const own = checkStringLiteral(tokens.text.slice(tokens.start, tokens.end), literalChecks);
    if (own === undefined || (mode !== undefined && mode !== own)) tokens.fail();
    mode = own;
    tokens.next();
  }
}

const literalChecks: LiteralChecks = {
  isCharacterName,
  isField: (expression) => {
    const tokens = new TokenStream(`(${expression})`);
    tokens.begin(0);
    parseStarExpressions(tokens);
    return !tokens.hasFailed;
  },
};

/** What is between `for` and `in`. */
export function parseForTargets(tokens: TokenStream): void {
  do parseStarTarget(tokens);
  while (tokens.skip(Kind.COMMA) && tokens.kind !== Kind.IN);
}

/** One target, which may be starred. */
export function parseStarTarget(tokens: TokenStream): void {
  tokens.skip(Kind.STAR);
  if ((parsePrimary(tokens) & Target.ASSIGNABLE) === 0) tokens.fail();
}

export function parseYield(tokens: TokenStream): void {
  tokens.expect(Kind.YIELD);
  if (tokens.skip(Kind.FROM)) parseExpression(tokens);
  else if (startsElement(tokens.kind)) parseStarExpressions(tokens);
}

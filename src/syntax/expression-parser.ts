/**
 * Recognizes the expressions of CPython 3.10's grammar without building a tree: a function consumes tokens or fails the
 * stream, and returns what its expression could be a target of. Precedence does not matter to a recognizer, so all binary
 * operators share one loop. Expressions contain brackets and brackets contain expressions: bracket-parser.ts and this
 * file import each other.
 */
import { parseBraces, parseCallArguments, parseList, parseParenthesized, parseSubscript } from './bracket-parser.ts';
import { maxDepth, nestingCost } from './nesting-cost.ts';
import { checkStringLiteral } from './string-literal.ts';
import { Target } from './target.ts';
import { isBinaryOperator, startsElement, type TokenKind } from './token-kind.ts';
import { TokenStream } from './token-stream.ts';

/** `a, *b, c if d else e`: either side of `=`. */
export function parseStarExpressions(tokens: TokenStream): number {
  const first = parseStarExpression(tokens);
  if (tokens.kind !== ',') return first;
  let targets = first & Target.ASSIGNABLE;
  while (tokens.skip(',') && startsElement(tokens.kind)) targets &= parseStarExpression(tokens);
  return targets;
}

function parseStarExpression(tokens: TokenStream): number {
  return tokens.skip('*') ? parseOperators(tokens) & Target.ASSIGNABLE : parseExpression(tokens);
}

/** An expression, or `name := expression`. */
export function parseNamedExpression(tokens: TokenStream): number {
  const targets = parseExpression(tokens);
  if (tokens.kind !== ':=') return targets;
  if ((targets & Target.NAME) === 0) tokens.fail();
  tokens.next();
  parseExpression(tokens);
  return Target.WALRUS;
}

export function parseStarNamedExpression(tokens: TokenStream): number {
  return tokens.skip('*') ? parseOperators(tokens) & Target.ASSIGNABLE : parseNamedExpression(tokens);
}

export function parseExpression(tokens: TokenStream): number {
  const { depth } = tokens;
  let isPlain = true;
  for (;;) {
    if (tokens.kind === 'lambda') {
      tokens.next();
      parseParameters(tokens, { end: ':', parseDefault: parseLambdaDefault });
      tokens.deepen(nestingCost.lambda);
      isPlain = false;
      continue;
    }
    const targets = parseDisjunction(tokens);
    if (tokens.kind !== 'if') {
      tokens.depth = depth;
      return isPlain ? targets : Target.NOTHING;
    }
    tokens.next();
    parseDisjunction(tokens);
    tokens.expect('else');
    tokens.deepen(nestingCost.conditional);
    isPlain = false;
  }
}

/** The only recursion that nothing else bounds: brackets stop at 200. */
function parseLambdaDefault(tokens: TokenStream): void {
  tokens.deepen(nestingCost.lambdaDefault);
  if (tokens.depth > maxDepth) tokens.fail();
  parseExpression(tokens);
  tokens.depth -= nestingCost.lambdaDefault;
}

/** Comparisons joined by `and`, `or`, each with any number of `not` in front. */
export function parseDisjunction(tokens: TokenStream): number {
  const { depth } = tokens;
  let isPlain = true;
  for (;;) {
    while (tokens.kind === 'not') {
      tokens.next();
      tokens.deepen(nestingCost.not);
      isPlain = false;
    }
    const targets = parseComparison(tokens);
    tokens.depth = depth;
    if (tokens.kind !== 'and' && tokens.kind !== 'or') return isPlain ? targets : Target.NOTHING;
    tokens.next();
    isPlain = false;
  }
}

function parseComparison(tokens: TokenStream): number {
  let targets = parseOperators(tokens);
  for (;;) {
    switch (tokens.kind) {
      case 'comparison':
      case 'in':
        tokens.next();
        break;
      case 'not':
        tokens.next();
        tokens.expect('in');
        break;
      case 'is':
        tokens.next();
        tokens.skip('not');
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

function parseFactor(tokens: TokenStream): number {
  const { depth } = tokens;
  let isPlain = true;
  for (;;) {
    while (tokens.kind === '+' || tokens.kind === '-' || tokens.kind === '~') {
      tokens.next();
      tokens.deepen(nestingCost.unary);
      isPlain = false;
    }
    if (tokens.skip('await')) isPlain = false;
    const targets = parsePrimary(tokens);
    if (tokens.kind !== '**') {
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
      case '.':
        tokens.next();
        tokens.expect('name');
        targets = Target.MEMBER;
        break;
      case '(':
        targets = parseCallArguments(tokens);
        break;
      case '[':
        targets = parseSubscript(tokens);
        break;
      default:
        return targets;
    }
  }
}

function parseAtom(tokens: TokenStream): number {
  switch (tokens.kind) {
    case 'name':
      tokens.next();
      return Target.ANY_NAME;
    case 'number':
    case 'True':
    case 'False':
    case 'None':
    case '...':
      tokens.next();
      return Target.NOTHING;
    case 'string':
      parseStrings(tokens);
      return Target.NOTHING;
    case '(':
      return parseParenthesized(tokens);
    case '[':
      return parseList(tokens);
    case '{':
      return parseBraces(tokens);
    default:
      tokens.fail();
      return Target.NOTHING;
  }
}

export function parseStrings(tokens: TokenStream): void {
  let mode: 'bytes' | 'text' | undefined;
  while (tokens.kind === 'string') {
    const own = checkStringLiteral(tokens.text.slice(tokens.start, tokens.end), isField);
    if (own === undefined || (mode !== undefined && mode !== own)) tokens.fail();
    mode = own;
    tokens.next();
  }
}

function isField(expression: string): boolean {
  const tokens = new TokenStream(`(${expression})`);
  tokens.begin(0);
  parseStarExpressions(tokens);
  return !tokens.hasFailed;
}

/** What is between `for` and `in`. */
export function parseForTargets(tokens: TokenStream): void {
  do parseStarTarget(tokens);
  while (tokens.skip(',') && tokens.kind !== 'in');
}

/** One target, which may be starred. */
export function parseStarTarget(tokens: TokenStream): void {
  tokens.skip('*');
  if ((parsePrimary(tokens) & Target.ASSIGNABLE) === 0) tokens.fail();
}

export function parseYield(tokens: TokenStream): void {
  tokens.expect('yield');
  if (tokens.skip('from')) parseExpression(tokens);
  else if (startsElement(tokens.kind)) parseStarExpressions(tokens);
}

interface ParameterOptions {
  /** The token that ends the list; it is consumed as well. */
  readonly end: TokenKind;
  /** Consumes the expression after `=`. */
  readonly parseDefault: (tokens: TokenStream) => void;
  /** Consumes the expression after `:`; a lambda has no annotations. */
  readonly parseAnnotation?: (tokens: TokenStream) => void;
}

/** The parameters of a function or lambda: plain, then with defaults, `/` once, `*`, keyword-only, `**`. */
export function parseParameters(tokens: TokenStream, { end, parseDefault, parseAnnotation }: ParameterOptions): void {
  let seen: 'nothing' | 'plain' | 'default' | 'star' = 'nothing';
  let hasSlash = false;
  const parseParameter = () => {
    tokens.expect('name');
    if (parseAnnotation && tokens.skip(':')) parseAnnotation(tokens);
  };
  tokens.skipList(end, () => {
    if (seen === 'star' && tokens.kind === '*') tokens.fail();
    if (tokens.skip('**')) {
      parseParameter();
      tokens.skip(',');
      if (tokens.kind !== end) tokens.fail();
    } else if (tokens.skip('*')) {
      seen = 'star';
      const isBare = tokens.skip(',');
      parseParameter();
      if (isBare && tokens.skip('=')) parseDefault(tokens);
    } else if (tokens.kind === '/') {
      if (hasSlash || seen === 'nothing' || seen === 'star') tokens.fail();
      hasSlash = true;
      tokens.next();
    } else {
      parseParameter();
      if (tokens.skip('=')) {
        parseDefault(tokens);
        if (seen !== 'star') seen = 'default';
      } else if (seen === 'default') {
        tokens.fail();
      } else if (seen === 'nothing') {
        seen = 'plain';
      }
    }
  });
}

/** The content of brackets: tuples, lists, dicts, sets, comprehensions, arguments, subscripts. */
import {
  parseDisjunction,
  parseExpression,
  parseForTargets,
  parseNamedExpression,
  parseOperators,
  parseStarNamedExpression,
  parseYield,
} from './expression-parser.ts';
import { nestingCost, outermostDiscount } from './nesting-cost.ts';
import { Target } from './target.ts';
import { startsElement, type TokenKind } from './token-kind.ts';
import type { TokenStream } from './token-stream.ts';

type Parse = (tokens: TokenStream) => number;

/** Empty or filled tuple, group, generator, yield. */
export const parseParenthesized = bracketed(nestingCost.parenthesis, parseTupleOrGroup);
export const parseList = bracketed(nestingCost.list, parseListContent);
/** Dict, set or a comprehension of either. */
export const parseBraces = bracketed(nestingCost.brace, parseDictOrSet);
/** `[a, b:c, d:e:f]` after an expression; 3.10 has no starred index. */
export const parseSubscript = bracketed(nestingCost.subscript, parseSlices);
export const parseCallArguments = bracketed(nestingCost.call, (tokens) => parseArgumentList(tokens, true));
/** Those of a class, which may not be a generator. */
export const parseClassArguments = bracketed(nestingCost.call, (tokens) => parseArgumentList(tokens, false));

/** Consumes the opening bracket and tracks the depth while the content is parsed. */
function bracketed(cost: number, parseContent: Parse): Parse {
  return (tokens) => {
    const { depth } = tokens;
    tokens.next();
    tokens.deepen(depth === 0 ? cost - outermostDiscount : cost);
    const targets = parseContent(tokens);
    tokens.depth = depth;
    return targets;
  };
}

function parseTupleOrGroup(tokens: TokenStream): number {
  if (tokens.skip(')')) return Target.SEQUENCE;
  if (tokens.kind === 'yield') {
    parseYield(tokens);
    tokens.expect(')');
    return Target.NOTHING;
  }
  const isStarred = tokens.kind === '*';
  const first = parseStarNamedExpression(tokens);
  if (tokens.kind !== ')') return finishElements(tokens, ')', { isStarred, first });
  if (isStarred) tokens.fail();
  tokens.next();
  return first & Target.MEMBER;
}

function parseListContent(tokens: TokenStream): number {
  if (tokens.skip(']')) return Target.SEQUENCE;
  const isStarred = tokens.kind === '*';
  return finishElements(tokens, ']', { isStarred, first: parseStarNamedExpression(tokens) });
}

type FirstElement = { readonly isStarred: boolean; readonly first: number };

/** What follows the first element, up to the closing bracket. A starred element can be assigned to, not deleted. */
function finishElements(tokens: TokenStream, close: TokenKind, { isStarred, first }: FirstElement): number {
  if (!isStarred && startsComprehension(tokens)) return finishComprehension(tokens, close);
  if (tokens.kind !== close) tokens.expect(',');
  let targets = first & Target.SEQUENCE;
  tokens.skipList(close, () => {
    targets &= parseStarNamedExpression(tokens);
  });
  return targets;
}

function parseDictOrSet(tokens: TokenStream): number {
  if (tokens.skip('}')) return Target.NOTHING;
  if (tokens.kind === '**') return parseDictItems(tokens);
  const isStarred = tokens.kind === '*';
  const first = parseStarNamedExpression(tokens);
  if (first === Target.WALRUS && tokens.kind === ':') tokens.fail();
  if (isStarred || !tokens.skip(':')) return finishElements(tokens, '}', { isStarred, first: Target.NOTHING });
  parseExpression(tokens);
  if (startsComprehension(tokens)) return finishComprehension(tokens, '}');
  if (tokens.kind !== '}') tokens.expect(',');
  return parseDictItems(tokens);
}

function parseDictItems(tokens: TokenStream): number {
  tokens.skipList('}', () => {
    if (tokens.skip('**')) {
      parseOperators(tokens);
    } else {
      parseExpression(tokens);
      tokens.expect(':');
      parseExpression(tokens);
    }
  });
  return Target.NOTHING;
}

function startsComprehension(tokens: TokenStream): boolean {
  return tokens.kind === 'for' || tokens.kind === 'async';
}

function finishComprehension(tokens: TokenStream, close: TokenKind): number {
  parseComprehension(tokens);
  tokens.expect(close);
  return Target.NOTHING;
}

function parseComprehension(tokens: TokenStream): void {
  do {
    tokens.skip('async');
    tokens.expect('for');
    parseForTargets(tokens);
    tokens.expect('in');
    parseDisjunction(tokens);
    while (tokens.skip('if')) parseDisjunction(tokens);
  } while (startsComprehension(tokens));
}

function parseSlices(tokens: TokenStream): number {
  do parseSlice(tokens);
  while (tokens.skip(',') && tokens.kind !== ']');
  tokens.expect(']');
  return Target.MEMBER;
}

function parseSlice(tokens: TokenStream): void {
  const targets = tokens.kind === ':' ? Target.NOTHING : parseNamedExpression(tokens);
  if (targets === Target.WALRUS && tokens.kind === ':') tokens.fail();
  if (!tokens.skip(':')) return;
  if (startsElement(tokens.kind)) parseExpression(tokens);
  if (tokens.skip(':') && startsElement(tokens.kind)) parseExpression(tokens);
}

/** Positional arguments, then keywords, then after `**` no `*`. */
function parseArgumentList(tokens: TokenStream, allowGenerator: boolean): number {
  let seen: 'positional' | 'keyword' | 'double-star' = 'positional';
  let count = 0;
  tokens.skipList(')', () => {
    if (count++ === 1) tokens.deepen(nestingCost.furtherArgument);
    if (tokens.kind === '**' || tokens.kind === '*') {
      if (tokens.kind === '**') seen = 'double-star';
      else if (seen === 'double-star') tokens.fail();
      tokens.next();
      parseExpression(tokens);
      return;
    }
    const targets = parseNamedExpression(tokens);
    if (tokens.kind === '=' && (targets & Target.NAME) !== 0) {
      tokens.next();
      tokens.deepen(nestingCost.keywordArgument);
      parseExpression(tokens);
      tokens.depth -= nestingCost.keywordArgument;
      if (seen === 'positional') seen = 'keyword';
      return;
    }
    if (seen !== 'positional') tokens.fail();
    if (count === 1 && allowGenerator && startsComprehension(tokens)) {
      parseComprehension(tokens);
      if (tokens.kind !== ')') tokens.fail();
    }
  });
  return Target.NOTHING;
}

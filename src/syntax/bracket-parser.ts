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
import { Kind, startsElement } from './token-kind.ts';
import type { TokenStream } from './token-stream.ts';

type Parse = (tokens: TokenStream) => number;

/** Empty or filled tuple, group, generator, yield. */
export const parseParenthesized = bracketed(nestingCost.parenthesis, parseTupleOrGroup);
export const parseList = bracketed(nestingCost.list, parseListContent);
/** Dict, set or a comprehension of either. */
export const parseBraces = bracketed(nestingCost.brace, parseDictOrSet);
/** `[a, b:c, d:e:f]` after an expression; 3.10 has no starred index. */
export const parseSubscript = bracketed(nestingCost.subscript, parseSlices);
/** The arguments of a call, parentheses included. */
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
  if (tokens.skip(Kind.RIGHT_PAREN)) return Target.SEQUENCE;
  if (tokens.kind === Kind.YIELD) {
    parseYield(tokens);
    tokens.expect(Kind.RIGHT_PAREN);
    return Target.NOTHING;
  }
  const isStarred = tokens.kind === Kind.STAR;
  const first = parseStarNamedExpression(tokens);
  if (!isStarred) {
    if (startsComprehension(tokens)) return finishComprehension(tokens, Kind.RIGHT_PAREN);
    if (tokens.skip(Kind.RIGHT_PAREN)) return first & Target.MEMBER;
  }
  tokens.expect(Kind.COMMA);
  return finishElements(tokens, Kind.RIGHT_PAREN, first);
}

function parseListContent(tokens: TokenStream): number {
  if (tokens.skip(Kind.RIGHT_SQUARE)) return Target.SEQUENCE;
  const isStarred = tokens.kind === Kind.STAR;
  const first = parseStarNamedExpression(tokens);
  if (!isStarred && startsComprehension(tokens)) return finishComprehension(tokens, Kind.RIGHT_SQUARE);
  if (tokens.kind !== Kind.RIGHT_SQUARE) tokens.expect(Kind.COMMA);
  return finishElements(tokens, Kind.RIGHT_SQUARE, first);
}

/** Elements up to the closing bracket; a starred element can be assigned to, not deleted. */
function finishElements(tokens: TokenStream, close: number, first: number): number {
  let targets = first & Target.SEQUENCE;
  while (tokens.kind !== close && !tokens.hasFailed) {
    targets &= parseStarNamedExpression(tokens);
    if (tokens.kind !== close) tokens.expect(Kind.COMMA);
  }
  tokens.next();
  return targets;
}

function parseDictOrSet(tokens: TokenStream): number {
  if (tokens.skip(Kind.RIGHT_BRACE)) return Target.NOTHING;
  if (tokens.kind === Kind.DOUBLE_STAR) return parseDictItems(tokens);
  const isStarred = tokens.kind === Kind.STAR;
  const first = parseStarNamedExpression(tokens);
  if (!isStarred && tokens.kind === Kind.COLON) {
    if (first === Target.WALRUS) tokens.fail();
    tokens.next();
    parseExpression(tokens);
    if (startsComprehension(tokens)) return finishComprehension(tokens, Kind.RIGHT_BRACE);
    if (tokens.kind !== Kind.RIGHT_BRACE) tokens.expect(Kind.COMMA);
    return parseDictItems(tokens);
  }
  if (!isStarred && startsComprehension(tokens)) return finishComprehension(tokens, Kind.RIGHT_BRACE);
  if (tokens.kind !== Kind.RIGHT_BRACE) tokens.expect(Kind.COMMA);
  finishElements(tokens, Kind.RIGHT_BRACE, Target.NOTHING);
  return Target.NOTHING;
}

function parseDictItems(tokens: TokenStream): number {
  while (tokens.kind !== Kind.RIGHT_BRACE && !tokens.hasFailed) {
    if (tokens.skip(Kind.DOUBLE_STAR)) {
      parseOperators(tokens);
    } else {
      parseExpression(tokens);
      tokens.expect(Kind.COLON);
      parseExpression(tokens);
    }
    if (tokens.kind !== Kind.RIGHT_BRACE) tokens.expect(Kind.COMMA);
  }
  tokens.next();
  return Target.NOTHING;
}

function startsComprehension(tokens: TokenStream): boolean {
  return tokens.kind === Kind.FOR || tokens.kind === Kind.ASYNC;
}

function finishComprehension(tokens: TokenStream, close: number): number {
  do {
    tokens.skip(Kind.ASYNC);
    tokens.expect(Kind.FOR);
    parseForTargets(tokens);
    tokens.expect(Kind.IN);
    parseDisjunction(tokens);
    while (tokens.skip(Kind.IF)) parseDisjunction(tokens);
  } while (startsComprehension(tokens));
  tokens.expect(close);
  return Target.NOTHING;
}

function parseSlices(tokens: TokenStream): number {
  do parseSlice(tokens);
  while (tokens.skip(Kind.COMMA) && tokens.kind !== Kind.RIGHT_SQUARE);
  tokens.expect(Kind.RIGHT_SQUARE);
  return Target.MEMBER;
}

function parseSlice(tokens: TokenStream): void {
  if (tokens.kind !== Kind.COLON) {
    const targets = parseNamedExpression(tokens);
    if (tokens.kind !== Kind.COLON) return;
    if (targets === Target.WALRUS) tokens.fail();
  }
  tokens.next();
  if (startsElement(tokens.kind)) parseExpression(tokens);
  if (tokens.skip(Kind.COLON) && startsElement(tokens.kind)) parseExpression(tokens);
}

/** Positional arguments, then keywords, then after `**` no `*`. */
function parseArgumentList(tokens: TokenStream, allowGenerator: boolean): number {
  let seen: 'positional' | 'keyword' | 'double-star' = 'positional';
  for (let count = 0; tokens.kind !== Kind.RIGHT_PAREN && !tokens.hasFailed; count++) {
    if (count === 1) tokens.deepen(nestingCost.furtherArgument);
    if (tokens.kind === Kind.DOUBLE_STAR || tokens.kind === Kind.STAR) {
      if (tokens.kind === Kind.DOUBLE_STAR) seen = 'double-star';
      else if (seen === 'double-star') tokens.fail();
      tokens.next();
      parseExpression(tokens);
    } else {
      const targets = parseNamedExpression(tokens);
      if (tokens.kind === Kind.EQUAL && (targets & Target.NAME) !== 0) {
        tokens.next();
        tokens.deepen(nestingCost.keywordArgument);
        parseExpression(tokens);
        tokens.depth -= nestingCost.keywordArgument;
        if (seen === 'positional') seen = 'keyword';
      } else {
        if (seen !== 'positional') tokens.fail();
        if (count === 0 && allowGenerator && startsComprehension(tokens)) {
          return finishComprehension(tokens, Kind.RIGHT_PAREN);
        }
      }
    }
    if (tokens.kind !== Kind.RIGHT_PAREN) tokens.expect(Kind.COMMA);
  }
  tokens.next();
  return Target.NOTHING;
}

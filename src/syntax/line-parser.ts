/**
 * Recognizes one logical line: simple statements, or the header of a compound one with what follows on the same line.
 * The result does not depend on the lines around it, so each line is parsed once, whatever range it is part of.
 */
import { readAsset } from '../util/read-asset.ts';
import { parseClassArguments } from './bracket-parser.ts';
import {
  parseExpression,
  parseForTargets,
  parseNamedExpression,
  parseOperators,
  parseParameters,
  parsePrimary,
  parseStarExpressions,
  parseStarTarget,
  parseStrings,
  parseYield,
} from './expression-parser.ts';
import { attempt, type Part, readGrammar, tokenThat } from './grammar.ts';
import { Target } from './target.ts';
import { startsElement, type TokenKind } from './token-kind.ts';
import type { TokenStream } from './token-stream.ts';

/** What a logical line is to its neighbors, by its first token; any other begins a simple statement. */
const roles = {
  '@': 'decorator',
  def: 'definition',
  class: 'definition',
  if: 'if',
  elif: 'elif',
  else: 'else',
  for: 'loop',
  while: 'loop',
  with: 'with',
  try: 'try',
  except: 'except',
  finally: 'finally',
} as const;

export type LineRole = (typeof roles)[keyof typeof roles] | 'simple' | 'match' | 'case';

const roleOf: Partial<Record<TokenKind, LineRole>> = roles;

export interface ParsedLine {
  readonly role: LineRole;
  /** A compound header with nothing after its colon: an indented block must follow. */
  readonly opensBlock: boolean;
  /** Only for lines that begin with `case`, which may be a clause, a plain statement, or both. */
  readonly asCase?: { readonly opensBlock: boolean };
}

const startElement = ({ kind }: TokenStream) => startsElement(kind);

function element(parse: Part['parse']): Part {
  return { starts: startElement, parse };
}

const rules = readGrammar(readAsset('python-3.10.grammar'), {
  expression: element(parseExpression),
  named_expression: element(parseNamedExpression),
  star_expressions: element(parseStarExpressions),
  operators: element(parseOperators),
  for_targets: element(parseForTargets),
  star_target: element(parseStarTarget),
  deletable: element((tokens) => {
    if ((parsePrimary(tokens) & Target.DELETABLE) === 0) tokens.fail();
  }),
  assignment: { starts: ({ kind }) => kind === 'yield' || startsElement(kind), parse: parseAssignment },
  parameters: element((tokens) =>
    parseParameters(tokens, { end: ')', parseDefault: parseExpression, parseAnnotation: parseExpression }),
  ),
  class_arguments: { starts: ({ kind }) => kind === '(', parse: parseClassArguments },
  strings: { starts: ({ kind }) => kind === 'string', parse: parseStrings },
  imaginary: tokenThat(({ kind, text, end }) => kind === 'number' && /[jJ]/.test(text.charAt(end - 1))),
  capture: tokenThat((tokens) => tokens.kind === 'name' && !tokens.isWord('_')),
  keyword: tokenThat((tokens) => {
    const mark = tokens.mark();
    const isKeyword = tokens.skip('name') && (tokens.kind as TokenKind) === '=';
    if (!tokens.hasFailed) tokens.rewind(mark);
    return isKeyword;
  }),
});
const { header, statements, clause } = rules as Record<'header' | 'statements' | 'clause', Part>;

const simpleLine: ParsedLine = { role: 'simple', opensBlock: false };

/** Parses from the current token to the end of the logical line; fails the stream if it is not Python. */
export function parseLine(tokens: TokenStream): ParsedLine {
  if (tokens.isWord('case')) return parseCaseOrSimple(tokens);
  const isMatch = tokens.isWord('match');
  if (tokens.skip('async') && !['for', 'with', 'def'].includes(tokens.kind)) tokens.fail();
  const role = isMatch ? 'match' : roleOf[tokens.kind];
  (role ? header : statements).parse(tokens);
  const opensBlock = tokens.previous === ':';
  return role && (opensBlock || !isMatch) ? { role, opensBlock } : simpleLine;
}

function parseCaseOrSimple(tokens: TokenStream): ParsedLine {
  const mark = tokens.mark();
  const isCase = attempt(tokens, clause);
  const asCase = { role: 'case', opensBlock: tokens.previous === ':' } as const;
  const afterCase = tokens.mark();
  tokens.rewind(mark);
  if (attempt(tokens, statements) || !isCase) return isCase ? { ...simpleLine, asCase } : simpleLine;
  tokens.rewind(afterCase);
  return asCase;
}

/** An expression, an assignment with any number of targets, an annotation, or an augmented assignment. */
function parseAssignment(tokens: TokenStream): void {
  let targets = parseAssignedValue(tokens);
  const expectTarget = (wanted: number) => {
    if ((targets & wanted) === 0) tokens.fail();
    tokens.next();
  };
  if (tokens.kind === ':') {
    expectTarget(Target.SINGLE);
    parseExpression(tokens);
    if (tokens.skip('=')) parseAssignedValue(tokens);
  } else if (tokens.kind === 'augmented') {
    expectTarget(Target.SINGLE);
    parseAssignedValue(tokens);
  } else {
    while (tokens.kind === '=') {
      expectTarget(Target.ASSIGNABLE);
      targets = parseAssignedValue(tokens);
    }
  }
}

function parseAssignedValue(tokens: TokenStream): number {
  if (tokens.kind !== 'yield') return parseStarExpressions(tokens);
  parseYield(tokens);
  return Target.NOTHING;
}

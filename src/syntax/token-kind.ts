/** The words that are never names. `match`, `case`, `_` are names to the tokenizer. */
const keywords = [
  ...['False', 'None', 'True', 'and', 'as', 'assert', 'async', 'await', 'break', 'class', 'continue', 'def', 'del'],
  ...['elif', 'else', 'except', 'finally', 'for', 'from', 'global', 'if', 'import', 'in', 'is', 'lambda', 'nonlocal'],
  ...['not', 'or', 'pass', 'raise', 'return', 'try', 'while', 'with', 'yield'],
] as const;

const binary = ['+', '-', '*', '/', '//', '%', '@', '&', '|', '^', '<<', '>>'] as const;

const marks = ['(', ')', '[', ']', '{', '}', ':', ',', ';', '.', '...', '=', ':=', '->', '~', '**'] as const;

/** A keyword or an operator is its own kind, but for those that the grammar does not tell apart. */
export type TokenKind =
  | (typeof keywords | typeof binary | typeof marks)[number]
  | 'name'
  | 'number'
  | 'string'
  | 'newline'
  /** `==`, `<`, … */
  | 'comparison'
  /** `+=`, `**=`, … */
  | 'augmented'
  /** A character, number or string that is not a Python token, or an end inside brackets or a string. */
  | 'error';

export const keywordKinds: ReadonlyMap<string, TokenKind> = new Map(keywords.map((word) => [word, word]));

/** `<>` is no comparison in Python 3, and not two of them either. */
export const operatorKinds: ReadonlyMap<string, TokenKind> = new Map<string, TokenKind>([
  ...[...binary, ...marks].map((text) => [text, text] as const),
  ...[...binary, '**'].map((text) => [`${text}=`, 'augmented'] as const),
  ...['==', '!=', '<', '<=', '>', '>='].map((text) => [text, 'comparison'] as const),
  ['<>', 'error'],
]);

export const closings: Readonly<Record<string, TokenKind>> = { '(': ')', '[': ']', '{': '}' };

const binaryKinds: ReadonlySet<TokenKind> = new Set(binary);

export function isBinaryOperator(kind: TokenKind): boolean {
  return binaryKinds.has(kind);
}

const starts: ReadonlySet<TokenKind> = new Set<TokenKind>([
  ...(['name', 'number', 'string', '(', '[', '{', '...', '*', '+', '-', '~'] as const),
  ...(['False', 'None', 'True', 'await', 'lambda', 'not'] as const),
]);

/** Whether an element of an expression list, starred or not, can begin with this kind of token. */
export function startsElement(kind: TokenKind): boolean {
  return starts.has(kind);
}

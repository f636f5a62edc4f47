const kinds = {
  /** A character, number or string that is not a Python token, or an end inside brackets or a string. */
  ERROR: 0,
  NEWLINE: 1,
  NAME: 2,
  NUMBER: 3,
  STRING: 4,

  LEFT_PAREN: 10,
  RIGHT_PAREN: 11,
  LEFT_SQUARE: 12,
  RIGHT_SQUARE: 13,
  LEFT_BRACE: 14,
  RIGHT_BRACE: 15,
  COLON: 16,
  COMMA: 17,
  SEMICOLON: 18,
  DOT: 19,
  ELLIPSIS: 20,
  AT: 21,
  EQUAL: 22,
  COLON_EQUAL: 23,
  ARROW: 24,
  AUGMENTED: 25,
  STAR: 26,
  DOUBLE_STAR: 27,
  PLUS: 28,
  MINUS: 29,
  TILDE: 30,
  VERTICAL_BAR: 31,
  /** Binary operators that are nothing else: / // % & ^ << >> */
  BINARY: 32,
  /** == != < > <= >= */
  COMPARE: 33,

  // Keywords: each is named as it is spelled.
  FALSE: 40,
  NONE: 41,
  TRUE: 42,
  AND: 43,
  AS: 44,
  ASSERT: 45,
  ASYNC: 46,
  AWAIT: 47,
  BREAK: 48,
  CLASS: 49,
  CONTINUE: 50,
  DEF: 51,
  DEL: 52,
  ELIF: 53,
  ELSE: 54,
  EXCEPT: 55,
  FINALLY: 56,
  FOR: 57,
  FROM: 58,
  GLOBAL: 59,
  IF: 60,
  IMPORT: 61,
  IN: 62,
  IS: 63,
  LAMBDA: 64,
  NONLOCAL: 65,
  NOT: 66,
  OR: 67,
  PASS: 68,
  RAISE: 69,
  RETURN: 70,
  TRY: 71,
  WHILE: 72,
  WITH: 73,
  YIELD: 74,
};

/** Kinds of Python tokens as small numbers: the recognizer compares them millions of times. */
export const Kind: Readonly<typeof kinds> = kinds;

/** The words that are never names. `match`, `case`, `_` are names to the tokenizer. */
export const keywordKinds: ReadonlyMap<string, number> = new Map(
  Object.entries(kinds)
    .filter(([, kind]) => kind >= kinds.FALSE)
    .map(([name, kind]) => {
      const word = name.toLowerCase();
      return [kind <= kinds.TRUE ? `${name.charAt(0)}${word.slice(1)}` : word, kind];
    }),
);

const startTable = new Uint8Array(80);
for (const kind of [
  ...[Kind.NAME, Kind.NUMBER, Kind.STRING, Kind.LEFT_PAREN, Kind.LEFT_SQUARE, Kind.LEFT_BRACE, Kind.ELLIPSIS],
  ...[Kind.STAR, Kind.PLUS, Kind.MINUS, Kind.TILDE, Kind.FALSE, Kind.NONE, Kind.TRUE],
  ...[Kind.AWAIT, Kind.LAMBDA, Kind.NOT],
]) {
  startTable[kind] = 1;
}

/** Whether an element of an expression list, starred or not, can begin with this kind of token. */
export function startsElement(kind: number): boolean {
  return startTable[kind] === 1;
}

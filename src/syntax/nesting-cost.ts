/**
 * CPython's parser gives up (MemoryError) if its rules nest more than 6,000 deep. The cost of each construct was measured
 * by bisecting the deepest one that CPython 3.10.13 still parses; brackets themselves stop at 200.
 */
export const maxDepth = 6000;

/** Levels of a plain atom in its own statement. */
export const baseDepth = 31;

/** A line's outermost bracket is closer to the statement than the ones inside it. */
export const outermostDiscount = 19;

export const nestingCost = {
  parenthesis: 28,
  list: 29,
  brace: 29,
  call: 24,
  keywordArgument: 3,
  furtherArgument: 4,
  subscript: 24,
  lambda: 2,
  lambdaDefault: 8,
  conditional: 1,
  not: 1,
  unary: 1,
  power: 2,
  block: 7,
} as const;

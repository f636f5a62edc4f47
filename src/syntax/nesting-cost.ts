import { readJsonAsset } from '../util/read-asset.ts';

/**
 * CPython's parser gives up (MemoryError) if its rules nest more than 6,000 deep. The cost of each construct was measured
 * by bisecting the deepest one that CPython 3.10.13 still parses; brackets themselves stop at 200.
 */
export const maxDepth = 6000;

/** Levels of a plain atom in its own statement. */
export const baseDepth = 31;

/** A line's outermost bracket is closer to the statement than the ones inside it. */
export const outermostDiscount = 19;

type Construct =
  | ('parenthesis' | 'list' | 'brace' | 'call' | 'keywordArgument' | 'furtherArgument' | 'subscript' | 'block')
  | ('lambda' | 'lambdaDefault' | 'conditional' | 'not' | 'unary' | 'power');

export const nestingCost = readJsonAsset<Readonly<Record<Construct, number>>>('nesting-costs.json');

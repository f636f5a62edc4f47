import type { Node } from 'web-tree-sitter';
import { isPython } from '../syntax/is-python.ts';

export interface DangerousPlace {
  readonly node: Node;
  readonly message: string;
}

interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const expressionTypes = new Set(['call', 'attribute', 'string', 'true', 'false', 'identifier']);

/**
 * Makes each place raise a PermissionError instead. Line numbers stay the same. Undefined if the result would not be
 * Python.
 */
export function neutralizeNodes(code: string, places: readonly DangerousPlace[]): string | undefined {
  const replacements = places.map((place) => replace(code, place)).sort((a, b) => a.start - b.start || b.end - a.end);
  let result = '';
  let at = 0;
  for (const { start, end, text } of replacements) {
    if (start < at) continue;
    result += code.slice(at, start) + text;
    at = end;
  }
  result += code.slice(at);
  return isPython(result) ? result : undefined;
}

function replace(code: string, { node, message }: DangerousPlace): Replacement {
  const target = findReplaceable(node);
  const { startIndex: start, endIndex: end } = target;
  const newlines = '\n'.repeat(code.slice(start, end).split('\n').length - 1);
  const raised = `PermissionError(${newlines}${JSON.stringify(message)})`;
  const text = expressionTypes.has(target.type) ? `(_ for _ in ()).throw(${raised})` : `raise ${raised}`;
  return { start, end, text };
}

/** An f-string is replaced as a whole; assignments and imports as statements. */
function findReplaceable(node: Node): Node {
  let target = node;
  for (let above = node.parent; above !== null; above = above.parent) if (above.type === 'string') target = above;
  if (expressionTypes.has(target.type)) return target;
  return target.parent?.type === 'expression_statement' ? target.parent : target;
}

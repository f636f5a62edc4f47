import type { Node } from 'web-tree-sitter';

/** The node and everything below it, in the order of the text. */
export function* walk(root: Node): Generator<Node> {
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node;
    for (const child of node.namedChildren.toReversed()) if (child) waiting.push(child);
  }
}

export function collectNodes(root: Node, ...types: readonly string[]): Node[] {
  return root.descendantsOfType([...types]).filter((node) => node !== null);
}

/** Calls that begin there or later. */
export function callsIn(root: Node, from: number): Node[] {
  return collectNodes(root, 'call').filter(({ startIndex }) => startIndex >= from);
}

/** A piece of the text to put something else in place of. Offsets are those of the tree, which counts in UTF-16. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export function replaceNode({ startIndex, endIndex }: Node, text: string): Edit {
  return { start: startIndex, end: endIndex, text };
}

/** Applies edits that do not overlap; of two that do, the first one counts. */
export function applyEdits(code: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue;
    result += code.slice(at, start) + text;
    at = end;
  }
  return result + code.slice(at);
}

/** `os.path.join` of `os.path.join(a, b)`. */
export function calleeOf(call: Node): string {
  return call.childForFieldName('function')?.text ?? '';
}

export function argumentsOf(call: Node): Node[] {
  const list = call.childForFieldName('arguments');
  return list?.type === 'argument_list'
    ? (list.namedChildren.filter((node) => node !== null && node.type !== 'comment') as Node[])
    : [];
}

/** A string without prefix and interpolation, as it is written; undefined for anything else. */
export function plainStringOf(node: Node): string | undefined {
  if (node.type !== 'string' || node.descendantsOfType('interpolation').length > 0) return undefined;
  if (!/^["']/.test(node.text)) return undefined;
  return node.namedChildren
    .filter((child) => child?.type === 'string_content')
    .map((child) => child?.text)
    .join('');
}

/** Whether a string stands alone as a statement: a docstring. */
export function isDocstring(node: Node): boolean {
  return node.parent?.type === 'expression_statement';
}

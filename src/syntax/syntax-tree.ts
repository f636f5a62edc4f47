import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Node } from 'web-tree-sitter';

/** Parses Python into a concrete syntax tree. Never fails: text that is not Python becomes error nodes. */
export type TreeParser = Awaited<ReturnType<typeof load>>;

let loading: Promise<TreeParser> | undefined;

/** Loads tree-sitter and its Python grammar (WebAssembly) once per process. */
export function loadTreeParser(): Promise<TreeParser> {
  loading ??= load();
  return loading;
}

async function load() {
  const treeSitter = await import('web-tree-sitter');
  await treeSitter.Parser.init();
  const grammar = createRequire(import.meta.url).resolve('tree-sitter-python/tree-sitter-python.wasm');
  const parser = new treeSitter.Parser();
  parser.setLanguage(await treeSitter.Language.load(await readFile(grammar)));
  return {
    /** Calls `read` with the root, then frees the tree. */
    withTree<Result>(code: string, read: (root: Node) => Result): Result {
      const tree = parser.parse(code);
      if (tree === null) throw new Error('tree-sitter returned no tree although no time limit was set');
      try {
        return read(tree.rootNode);
      } finally {
        tree.delete();
      }
    },
  };
}

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
export type Edit = { readonly start: number; readonly end: number; readonly text: string };

export function replaceNode({ startIndex, endIndex }: Node, text: string): Edit {
  return { start: startIndex, end: endIndex, text };
}

/** Applies edits that do not overlap; of two that do, the first one counts, and of two that begin together the longer one. */
export function applyEdits(code: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
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

/** Those without a keyword. */
export function positionalArguments(call: Node): Node[] {
  return argumentsOf(call).filter(({ type }) => type !== 'keyword_argument');
}

export function keywordArgument(call: Node, keyword: string): Node | undefined {
  const given = argumentsOf(call).find((node) => node.childForFieldName('name')?.text === keyword);
  return given?.childForFieldName('value') ?? undefined;
}

/** The first name in each parameter of a function. */
export function parameterNames(definition: Node): string[] {
  const parameters = definition.childForFieldName('parameters')?.namedChildren ?? [];
  return parameters.flatMap((node) => {
    const name = node?.type === 'identifier' ? node : node?.descendantsOfType('identifier')[0];
    return name ? [name.text] : [];
  });
}

/** The text of a string literal, as it is written; undefined for anything else, and where values are filled in. */
export function readString(node: Node): string | undefined {
  if (node.type !== 'string') return undefined;
  const parts = node.namedChildren.filter((child) => child !== null);
  if (parts.some(({ type }) => type === 'interpolation')) return undefined;
  const contents = parts.filter(({ type }) => type === 'string_content');
  return contents.map(({ text }) => text).join('');
}

/** The same of a string without a prefix. */
export function plainStringOf(node: Node): string | undefined {
  return /^["']/.test(node.text) ? readString(node) : undefined;
}

/** Whether a string stands alone as a statement: a docstring. */
export function isDocstring(node: Node): boolean {
  return node.parent?.type === 'expression_statement';
}

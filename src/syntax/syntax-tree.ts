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

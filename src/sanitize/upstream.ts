/** The original's way of extracting code from an answer, to the byte. Its quirks are kept on purpose. */

import type { Node } from 'web-tree-sitter';
import { listSome } from '../util/list-some.ts';
import { splitLines, splitLinesBackwards, stripText } from '../util/python-text.ts';
import { createCodeExtractor, describeRows, takeUnlessUnparsable } from './extract-code.ts';
import type { StrategyInput, Taken } from './strategy.ts';

interface Definition {
  /** The first identifier among the node's children; `a.b = c` is therefore named `c`, and `a, b = c` has none. */
  readonly name: string | undefined;
  readonly node: Node;
}

/** Strategy `upstream`. Where the original raises, the solution is empty and the trail says why. */
export function takeAsUpstream(input: StrategyInput): Taken {
  return takeUnlessUnparsable(() => {
    const { text, entryPoint } = input;
    const extractor = createCodeExtractor(text);
    const extracted = extractor.extractStripped();
    const kept = keepReachable(extracted.code, input);
    const trail = [describeRows(extracted), ...kept.trail];
    const cut = cutTrailingMentions(kept.code, entryPoint);
    if (cut !== kept.code) trail.push(`cut the last lines, which mention ${entryPoint} outside of it`);
    const solution = stripText(cut);
    if (solution !== '') return { solution, trail };
    trail.push('nothing remained; took all of the Python');
    return { solution: extractor.extract().code, trail };
  });
}

/** Imports, and the top-level definitions that the entry point reaches. The first definition of a name wins. */
function keepReachable(code: string, { entryPoint, parser }: StrategyInput) {
  return parser.withTree(code, (root) => {
    const imports: Node[] = [];
    const definitions: Definition[] = [];
    const names = new Set<string | undefined>();
    let others = 0;
    for (const child of root.children) {
      if (child.type === 'import_statement' || child.type === 'import_from_statement') {
        imports.push(child);
        continue;
      }
      const node = findDefinition(child);
      if (node === undefined) {
        if (child.type !== 'comment') others++;
        continue;
      }
      const name = node.children.find((part) => part?.type === 'identifier')?.text;
      if (names.has(name)) continue;
      names.add(name);
      definitions.push({ name, node });
    }
    const reachable = findReachable(definitions, entryPoint, code);
    const isKept = ({ name }: Definition) => name !== undefined && reachable.has(name);
    const kept = definitions.filter(isKept);
    const slices = [...imports, ...kept.map(({ node }) => node)].map(({ startIndex, endIndex }) =>
      code.slice(startIndex, endIndex),
    );
    const dropped = definitions.filter((definition) => !isKept(definition)).map(({ name }) => name ?? '(unnamed)');
    const trail = [`imports kept: ${imports.length}, definitions kept: ${kept.length}`];
    if (dropped.length > 0) trail.push(`not reached from ${entryPoint}, dropped: ${listSome(dropped)}`);
    if (others > 0) trail.push(`other statements dropped: ${others}`);
    return { code: slices.join('\n'), trail };
  });
}

/** To the original, a decorated definition is not a definition. */
function findDefinition(node: Node): Node | undefined {
  if (node.type === 'class_definition' || node.type === 'function_definition') return node;
  const assignment = node.type === 'expression_statement' ? node.firstChild : null;
  return assignment?.type === 'assignment' ? assignment : undefined;
}

/**
 * The names of definitions that the entry point reaches through identifiers. A text search finds where a name may occur,
 * and the tree says whether it is an identifier there: far cheaper than visiting every identifier.
 */
function findReachable(definitions: readonly Definition[], entryPoint: string, code: string): ReadonlySet<string> {
  const byName = new Map(definitions.map(({ name, node }) => [name, node]));
  const reachable = new Set([entryPoint]);
  for (const name of reachable) {
    const node = byName.get(name);
    if (node === undefined) continue;
    const text = code.slice(node.startIndex, node.endIndex);
    if (/^\p{ASCII}*$/u.test(text)) {
      for (const { 0: word, index } of text.matchAll(/\w+/g)) {
        if (reachable.has(word) || !byName.has(word)) continue;
        if (isIdentifier(node, node.startIndex + index, word.length)) reachable.add(word);
      }
    } else {
      for (const identifier of node.descendantsOfType('identifier')) if (identifier) reachable.add(identifier.text);
    }
  }
  return reachable;
}

function isIdentifier(root: Node, start: number, length: number): boolean {
  const node = root.descendantForIndex(start, start + length - 1);
  return node?.type === 'identifier' && node.startIndex === start && node.endIndex === start + length;
}

/** Walks up from the last line while lines are not indented, and cuts at the topmost one with the entry point's name. */
function cutTrailingMentions(code: string, entryPoint: string): string {
  let cutAt = -1;
  for (const { line, offset } of splitLinesBackwards(code)) {
    if (line.startsWith(' ')) break;
    if (line.includes(entryPoint)) cutAt = offset;
  }
  return cutAt < 0 ? code : splitLines(code.slice(0, cutAt)).join('\n');
}

import type { Node } from 'web-tree-sitter';
import type { Task } from '../schema/task.ts';
import { argumentsOf, calleeOf, collectNodes, plainStringOf, type TreeParser, walk } from '../syntax/syntax-tree.ts';
import { shippedPrograms } from './shipped-programs.ts';

/** A literal as it is written, and its plain value: the text of a string, the digits of a number. */
export type Literal = Readonly<{ text: string; value: string; isString: boolean }>;

export interface Assertion {
  /** `assertEqual`, `assert`, `assert_called_with`. */
  readonly name: string;
  readonly text: string;
  /** What it compares with, apart from arguments of the judged function and the message. */
  readonly literals: readonly Literal[];
}

export function readAssertions(parser: TreeParser, task: Pick<Task, 'test' | 'entryPoint'>): Assertion[] {
  const { test, entryPoint } = task;
  return parser.withTree(test, (root) =>
    collectNodes(root, 'call', 'assert_statement').flatMap((node): Assertion[] => {
      if (node.type === 'assert_statement') {
        const parts = node.namedChildren.slice(0, 1).filter((part) => part !== null);
        return [{ name: 'assert', text: node.text, literals: parts.flatMap((part) => literalsIn(part, entryPoint)) }];
      }
      const name = calleeOf(node).split('.').at(-1) ?? '';
      if (!/^assert|^fail$/.test(name)) return [];
      const parts = argumentsOf(node)
        .slice(0, /^assert_/.test(name) ? undefined : (shippedPrograms.comparedArguments[name] ?? 2))
        .filter((part) => part.childForFieldName('name')?.text !== 'msg');
      return [{ name, text: node.text, literals: parts.flatMap((part) => literalsIn(part, entryPoint)) }];
    }),
  );
}

/** Literals of a test source outside of its assertions: inputs, mocks, files. */
export function readInputs(parser: TreeParser, { test }: Pick<Task, 'test'>): string {
  return parser.withTree(test, (root) => {
    const isAssertion = (call: Node) => /\.assert\w*$/.test(calleeOf(call));
    const found = collectNodes(root, 'call', 'assert_statement');
    const asserted = found.filter((node) => node.type === 'assert_statement' || isAssertion(node));
    let text = '';
    let at = 0;
    for (const { startIndex, endIndex } of asserted) {
      if (startIndex < at) continue;
      text += `${test.slice(at, startIndex)}\n`;
      at = endIndex;
    }
    // What an assertion hands to the function is an input as well.
    const calls = asserted.flatMap((node) => collectNodes(node, 'call')).filter((call) => !isAssertion(call));
    return text + test.slice(at) + calls.map((call) => call.childForFieldName('arguments')?.text ?? '').join('\n');
  });
}

function literalsIn(root: Node, entryPoint: string): Literal[] {
  const literals: Literal[] = [];
  const inputs = collectNodes(root, 'call').filter((call) => calleeOf(call) === entryPoint);
  for (const node of walk(root)) {
    if (inputs.some((call) => call.startIndex <= node.startIndex && node.endIndex <= call.endIndex)) continue;
    const value = literalValue(node);
    if (value !== undefined) literals.push({ text: node.text, value, isString: node.type === 'string' });
  }
  return literals;
}

function literalValue(node: Node): string | undefined {
  if (node.type === 'integer' || node.type === 'float') return node.text;
  if (node.type === 'true' || node.type === 'false') return node.text;
  return plainStringOf(node);
}

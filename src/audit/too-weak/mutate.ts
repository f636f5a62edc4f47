import type { Node } from 'web-tree-sitter';
import {
  applyEdits,
  argumentsOf,
  type Edit,
  isDocstring,
  plainStringOf,
  replaceNode,
  type TreeParser,
  walk,
} from '../../syntax/syntax-tree.ts';
import { sha256 } from '../../util/hash.ts';

/** `change`: `line 12: a < b → a <= b`. */
export type Mutant = Readonly<{ kind: string; code: string; change: string }>;

type Mutate = (node: Node) => readonly Edit[];

const swaps: Readonly<Record<string, string>> = {
  ...{ '+': '-', '-': '+', '*': '/', '/': '*', '//': '*', '%': '*', '**': '*', '&': '|', '|': '&' },
  ...{ '<': '<=', '<=': '<', '>': '>=', '>=': '>', '==': '!=', '!=': '==', in: 'not in', 'not in': 'in' },
  ...{ is: 'is not', 'is not': 'is', and: 'or', or: 'and', '+=': '-=', '-=': '+=', '*=': '+=', '/=': '*=' },
};

const swapOperator: Mutate = (node) =>
  node.children.flatMap((child) => {
    const other = child && !child.isNamed ? swaps[child.text] : undefined;
    return child && other !== undefined ? [replaceNode(child, other)] : [];
  });

const replaceBy =
  (text: string): Mutate =>
  (node) => [replaceNode(node, text)];

/** What is done to a node of each type; every edit is a mutant of its own. */
const table: Readonly<Record<string, Readonly<Record<string, Mutate>>>> = {
  operator: {
    binary_operator: swapOperator,
    augmented_assignment: swapOperator,
    unary_operator: (node) => {
      const argument = node.childForFieldName('argument');
      return argument ? [replaceNode(node, argument.text)] : [];
    },
  },
  comparison: {
    comparison_operator: swapOperator,
    boolean_operator: swapOperator,
    not_operator: (node) => {
      const argument = node.childForFieldName('argument');
      return argument ? [replaceNode(node, `(${argument.text})`)] : [];
    },
  },
  constant: {
    integer: (node) => [replaceNode(node, successorOf(node.text))],
    float: (node) => [replaceNode(node, `(${node.text} + 1)`)],
    true: replaceBy('False'),
    false: replaceBy('True'),
    string: (node) => {
      const text = isDocstring(node) || isWording(node) ? undefined : plainStringOf(node);
      const start = node.startIndex + 1 + quoteOf(node);
      return text === undefined ? [] : [{ start, end: start, text: 'X' }];
    },
  },
  argument: {
    call: (node) => {
      const given = argumentsOf(node);
      const [first, second] = given.filter(({ type }) => !/keyword|splat|for_in|generator/.test(type));
      const swapped = first && second && first.text !== second.text ? [swap(node, first, second)] : [];
      const keyword = given.find(({ type }, at) => type === 'keyword_argument' && at > 0);
      const before = keyword && given[given.indexOf(keyword) - 1];
      return keyword && before ? [...swapped, { start: before.endIndex, end: keyword.endIndex, text: '' }] : swapped;
    },
  },
  call: {
    call: (node) => {
      const target = node.childForFieldName('function');
      const object = target?.type === 'attribute' ? target.childForFieldName('object') : undefined;
      // `text.strip()` → `text`; a call of a module's function has no value without it.
      if (!object || argumentsOf(node).length > 0 || object.type === 'identifier') return [];
      return [replaceNode(node, object.text)];
    },
  },
  statement: {
    expression_statement: (node) => (node.namedChildren[0]?.type === 'call' ? [replaceNode(node, 'pass')] : []),
    return_statement: (node) => {
      const [value] = node.namedChildren;
      return value && value.type !== 'none' ? [replaceNode(value, 'None')] : [];
    },
    if_statement: (node) => {
      const condition = node.childForFieldName('condition');
      return condition ? [replaceNode(condition, `not (${condition.text})`)] : [];
    },
    break_statement: replaceBy('pass'),
    continue_statement: replaceBy('pass'),
  },
  exception: { raise_statement: replaceBy('pass') },
};

const kinds = Object.keys(table);

/**
 * At most so many small faults of a program, each in one place after `from`; spread over the kinds, chosen by the hash of
 * the program so that they are the same every time.
 */
export function mutate(parser: TreeParser, code: string, from: number, most: number): Mutant[] {
  const mutantsOf = (node: Node) =>
    kinds.flatMap((kind) => (table[kind]?.[node.type]?.(node) ?? []).map((edit) => describe(kind, code, edit)));
  const found = parser.withTree(code, (root) =>
    [...walk(root)].filter(({ startIndex }) => startIndex >= from).flatMap(mutantsOf),
  );
  const order = (mutant: Mutant) => sha256(mutant.code);
  const byCode = new Map(found.map((mutant) => [mutant.code, mutant]));
  const distinct = [...byCode.values()].filter((each) => each.code !== code);
  const ordered = distinct.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
  const byKind = kinds.map((kind) => ordered.filter((each) => each.kind === kind));
  const inTurn = byKind.flatMap((group) => [...group.entries()]).sort(([one], [other]) => one - other);
  return inTurn.slice(0, most).map(([, mutant]) => mutant);
}

function describe(kind: string, code: string, edit: Edit): Mutant {
  const changed = applyEdits(code, [edit]);
  const lineStart = code.lastIndexOf('\n', edit.start - 1) + 1;
  const lineOf = (text: string, end: number) => {
    const lineEnd = text.indexOf('\n', end);
    const line = text.slice(lineStart, lineEnd < 0 ? undefined : lineEnd).trim();
    return line.replaceAll(/\s+/g, ' ').slice(0, 120);
  };
  const number = code.slice(0, edit.start).split('\n').length;
  const change = `line ${number}: ${lineOf(code, edit.end)}  →  ${lineOf(changed, edit.start + edit.text.length)}`;
  return { kind, code: changed, change };
}

/** The message of an exception: another wording is no fault. */
function isWording({ parent }: Node): boolean {
  return parent?.parent?.parent?.type === 'raise_statement';
}

function successorOf(text: string): string {
  return /^\d+$/.test(text) ? String(BigInt(text) + 1n) : `(${text} + 1)`;
}

function quoteOf({ text }: Node): number {
  return /^("""|''')/.test(text) ? 2 : 0;
}

function swap(call: Node, first: Node, second: Node): Edit {
  const between = call.text.slice(first.endIndex - call.startIndex, second.startIndex - call.startIndex);
  return { start: first.startIndex, end: second.endIndex, text: second.text + between + first.text };
}

import type { Node } from 'web-tree-sitter';
import { noticedShare } from '../../schema/audit-rule.ts';
import type { Evidence } from '../../schema/finding.ts';
import type { Task } from '../../schema/task.ts';
import type { TreeParser } from '../../syntax/syntax-tree.ts';
import {
  applyEdits,
  argumentsOf,
  type Edit,
  isDocstring,
  plainStringOf,
  replaceNode,
  walk,
} from '../../syntax/syntax-tree.ts';
import { sha256 } from '../../util/hash.ts';
import { readAsset } from '../../util/read-asset.ts';
import { type Conclusion, conclude, type EndedTrial, hasPassed, nothingFound, type Witness } from '../witness.ts';

const script = readAsset('audit/observe.py');
const mark = '@returned';

/** Below this share of noticed faults the tests are doubtful; below the second one it is worth a word. */
const doubtBelow = 0.5;
const hintBelow = 0.85;
/** Fewer unnoticed faults than this may be chance. */
const doubtFrom = 3;
const shownSurvivors = 8;

/**
 * Small faults in the reference solution that no test notices. Each run also tells what the function returned: a survivor
 * that returned just what the reference did may be equivalent, or the tests never reach it, and does not count.
 */
export const survivingMutants: Witness = {
  name: 'mutants',
  kind: 'too-weak',
  version: 3,
  async examine(subject, runTrials) {
    if (subject.mutants === 0) return nothingFound;
    const { parser, task, reference } = subject;
    const plain = await runTrials(['reference', 'again'].map((name) => observe(name, task, reference)));
    if (!plain.every(hasPassed)) return conclude('unheard', 'Its tests do not bear that the function is watched.');
    const mutants = mutate(parser, reference, reference.length - task.canonicalSolution.length, subject.mutants);
    const trials = mutants.map(({ code, change }, at) => {
      return { ...observe(`mutant-${at}`, task, code), change, mayLoop: true as const };
    });
    return weigh(await runTrials(trials), plain.map(readReturned));
  },
};

function observe(name: string, { entryPoint, test }: Task, code: string) {
  const watch = `exec(${JSON.stringify(script)}, (_audit := {}))\n${entryPoint} = _audit["watch"](${entryPoint}, ${JSON.stringify(mark)})\n`;
  return { name, code: `${code}\n${watch}`, test };
}

type Returned = Readonly<{ digest: string; text: string }>;

function readReturned({ execution }: EndedTrial): Returned[] {
  const lines = execution.stdout.split('\n').filter((line) => line.startsWith(`${mark} `));
  const told = lines.map((line) => line.slice(mark.length + 1));
  return told.map((line) => ({ digest: line.slice(0, 8), text: line.slice(9) }));
}

function weigh(mutants: readonly (EndedTrial & Pick<Mutant, 'change'>)[], plain: readonly Returned[][]): Conclusion {
  const [first = [], again = []] = plain;
  const findChange = (now: readonly Returned[]) => first.findIndex(({ digest }, call) => digest !== now[call]?.digest);
  const isSteady = first.length === again.length && findChange(again) < 0;
  const unnoticed: Evidence[] = [];
  const unseen: Evidence[] = [];
  for (const mutant of mutants.filter(hasPassed)) {
    const returned = readReturned(mutant);
    const where = findChange(returned);
    const isSeen = isSteady && where >= 0;
    const said = isSeen
      ? `returned ${returned[where]?.text ?? 'nothing'} instead of ${first[where]?.text}`
      : 'passes, and returned the same; it may be equivalent';
    const { name: trial, change } = mutant;
    const evidence = { trial, outcome: 'pass' as const, change, said: said.slice(0, 300) };
    (isSeen ? unnoticed : unseen).push(evidence);
  }
  const counted = mutants.length - unseen.length;
  const killed = counted - unnoticed.length;
  const counts = { tried: mutants.length, killed, unseen: unseen.length };
  const share = noticedShare({ mutants: counts }) ?? 1;
  const isDoubt = share < doubtBelow && unnoticed.length >= doubtFrom;
  const strength = isDoubt ? 'doubt' : share < hintBelow && unnoticed.length > 1 ? 'hint' : 'none';
  const told = `Its tests do not notice ${unnoticed.length} of ${counted} faults that change what the function returns.`;
  const evidence = [...unnoticed, ...unseen].slice(0, shownSurvivors);
  return { strength, sentence: strength === 'none' ? '' : told, evidence, mutants: counts };
}

/** `change`: `line 12: a < b → a <= b`. */
type Mutant = Readonly<{ kind: string; code: string; change: string }>;

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

import type { Node } from 'web-tree-sitter';
import { findNameUse, listImports } from '../syntax/free-names.ts';
import { collectNodes, isDocstring, parameterNames, positionalArguments, readString } from '../syntax/syntax-tree.ts';

/** Something the code does with a named thing, such as `os.system`. */
export interface NamedUse {
  /** Full name with aliases resolved; `?.unlink` if the object is unknown. */
  readonly path: string;
  readonly node: Node;
  /** The named expression, if its first name could be one of the program's own. */
  readonly named?: Node | null;
}

type NameTable = ReturnType<typeof readNames>;

export type CodeFacts = ReturnType<typeof readFacts>;

export function readFacts(root: Node) {
  const names = readNames(root);
  const calls = collectNodes(root, 'call');
  return {
    names,
    /** Module-level statements except imports, with the names they bind. */
    bindings: root.namedChildren.flatMap((node) =>
      node === null || node.type.startsWith('import_') ? [] : [{ node, names: [...findNameUse(node).binds] }],
    ),
    calls: calls.map((node) => nameUse(node.childForFieldName('function'), node, names)),
    /** Attributes that are read or called. */
    attributes: collectNodes(root, 'attribute').map((node) => nameUse(node, node, names)),
    /** Attributes and subscripts that are assigned, deleted, or set by `setattr`. */
    writes: [
      ...calls.flatMap((node) => readSetattr(node, names)),
      ...collectNodes(root, 'assignment', 'augmented_assignment').flatMap((node) =>
        readTargets(node.childForFieldName('left'), node, names),
      ),
      ...collectNodes(root, 'delete_statement').flatMap((node) =>
        node.namedChildren.flatMap((target) => readTargets(target, node, names)),
      ),
    ],
    imports: listImports(root).map(({ name: { path }, statement: node }): NamedUse => ({ path, node })),
    /** String literals that are not docstrings, without quotes. */
    strings: collectNodes(root, 'string')
      .filter((node) => !isDocstring(node))
      .map((node): NamedUse => ({ path: readString(node) ?? '', node })),
    classes: collectNodes(root, 'class_definition'),
  };
}

function nameUse(named: Node | null, node: Node, names: NameTable): NamedUse {
  return { path: names.resolve(named), node, named };
}

function readTargets(target: Node | null, node: Node, names: NameTable): NamedUse[] {
  const uses: NamedUse[] = [];
  const pending = [target];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (part?.type === 'attribute') uses.push(nameUse(part, node, names));
    else if (part?.type === 'subscript') {
      uses.push({ path: `${names.resolve(part.childForFieldName('value'))}[]`, node });
    } else if (part !== null && part.type !== 'identifier') pending.push(...part.namedChildren);
  }
  return uses;
}

/** `setattr(x, 'name', …)` writes `x.name`. */
function readSetattr(call: Node, names: NameTable): NamedUse[] {
  const name = names.resolve(call.childForFieldName('function'));
  if (name !== 'setattr' && name !== 'delattr') return [];
  const [object, attribute] = positionalArguments(call);
  return [{ path: `${names.resolve(object ?? null)}.${(attribute && readString(attribute)) ?? '?'}`, node: call }];
}

const importingCalls = new Set(['__import__', 'importlib.import_module', 'builtins.__import__']);
const aliasedBuiltins = new Set(['eval', 'exec', 'compile', 'open', '__import__', 'getattr', 'setattr']);

/** A longer chain of attributes and calls names nothing that a rule knows. */
const maxParts = 8;

/**
 * Reads a program's imports and aliases, wherever they are, to turn expressions into full names: `sp.run` after
 * `import subprocess as sp` is `subprocess.run`.
 */
function readNames(root: Node) {
  const aliases = new Map<string, string>();
  for (const { bound, target } of listImports(root).map(({ name }) => name)) {
    if (bound !== undefined) aliases.set(bound, target);
  }
  const resolve = (node: Node | null, depth = 0): string => {
    if (depth > maxParts) return '?';
    switch (node?.type) {
      case 'identifier':
        return aliases.get(node.text) ?? node.text;
      case 'attribute':
        return `${resolve(node.childForFieldName('object'), depth + 1)}.${node.childForFieldName('attribute')?.text}`;
      case 'parenthesized_expression':
        return resolve(node.namedChildren[0] ?? null, depth + 1);
      case 'call':
        return resolveCall(node, (part) => resolve(part, depth + 1));
      default:
        return '?';
    }
  };
  const values = new Map<string, Node | null>();
  for (const node of collectNodes(root, 'assignment')) {
    const left = node.childForFieldName('left');
    if (left?.type !== 'identifier') continue;
    const right = node.childForFieldName('right');
    values.set(left.text, values.has(left.text) ? null : right);
    if (aliases.has(left.text)) continue;
    const first = findFirstName(right);
    if (first && (aliases.has(first.text) || aliasedBuiltins.has(right?.text ?? '')))
      aliases.set(left.text, resolve(right));
  }
  const ownNames = new Map<number, ReadonlySet<string>>();
  return {
    /** `?` stands for the unknown. */
    resolve: (node: Node | null) => resolve(node),
    /** What a name stands for, if it is assigned once. */
    follow: (node: Node | null) => (node?.type === 'identifier' && values.get(node.text)) || node,
    /** Whether the program itself binds the first name of an expression. */
    isOwn(node: Node | null): boolean {
      const name = findFirstName(node);
      if (name === undefined || aliases.has(name.text)) return false;
      for (let scope = name.parent; scope !== null; scope = scope.parent) {
        if (scope.type !== 'function_definition' && scope.type !== 'lambda' && scope.type !== 'module') continue;
        const names = ownNames.get(scope.id) ?? findOwnNames(scope);
        ownNames.set(scope.id, names);
        if (names.has(name.text)) return true;
      }
      return false;
    },
  };
}

/** The `a` of `a.b.c`. */
function findFirstName(node: Node | null): Node | undefined {
  let first = node;
  for (let at = 0; at < maxParts && first?.type === 'attribute'; at++) first = first.childForFieldName('object');
  return first?.type === 'identifier' ? first : undefined;
}

/** `getattr(os, 'system')` is `os.system`; `__import__('os')` is `os`; other calls return something unknown. */
function resolveCall(call: Node, resolve: (node: Node | null) => string): string {
  const called = call.childForFieldName('function');
  if (findFirstName(called) === undefined) return '?';
  const name = resolve(called);
  const [first, second] = positionalArguments(call);
  if (importingCalls.has(name)) return (first && readString(first)) ?? '?';
  const attribute = name === 'getattr' && second ? readString(second) : undefined;
  return attribute === undefined ? '?' : `${resolve(first ?? null)}.${attribute}`;
}

/** Names that a function or the module binds, including parameters but not imports. */
function findOwnNames(scope: Node): ReadonlySet<string> {
  const body = scope.type === 'module' ? scope : scope.childForFieldName('body');
  const statements = (body?.namedChildren ?? []).filter((child) => child && !child.type.startsWith('import_'));
  const bound = statements.flatMap((child) => (child ? [...findNameUse(child).binds] : []));
  return new Set([...bound, ...parameterNames(scope)]);
}

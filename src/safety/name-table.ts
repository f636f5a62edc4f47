import type { Node } from 'web-tree-sitter';
import { findNameUse, listImportedNames } from '../syntax/free-names.ts';

/** Turns expressions into full names: `sp.run` after `import subprocess as sp` is `subprocess.run`. */
export interface NameTable {
  /** `?` stands for the unknown. */
  resolve(node: Node | null): string;
  /** Whether the program itself binds the first name of an expression. */
  isOwn(node: Node | null): boolean;
}

const importingCalls = new Set(['__import__', 'importlib.import_module', 'builtins.__import__']);
const aliasedBuiltins = new Set(['eval', 'exec', 'compile', 'open', '__import__', 'getattr', 'setattr']);

/** A longer chain of attributes and calls names nothing that a rule knows. */
const maxParts = 8;

/** Reads a program's imports and aliases, wherever they are. */
export function readNames(root: Node): NameTable {
  const aliases = new Map<string, string>();
  for (const node of root.descendantsOfType(['import_statement', 'import_from_statement'])) {
    for (const { bound, target } of node ? listImportedNames(node) : []) {
      if (bound !== undefined) aliases.set(bound, target);
    }
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
  for (const node of root.descendantsOfType('assignment')) {
    const left = node?.childForFieldName('left');
    if (left?.type !== 'identifier' || aliases.has(left.text)) continue;
    const right = node?.childForFieldName('right') ?? null;
    const first = findFirstName(right);
    if (first && (aliases.has(first.text) || aliasedBuiltins.has(right?.text ?? '')))
      aliases.set(left.text, resolve(right));
  }
  const ownNames = new Map<number, ReadonlySet<string>>();
  return {
    resolve,
    isOwn(node) {
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
function resolveCall(call: Node, resolve: NameTable['resolve']): string {
  const called = call.childForFieldName('function');
  if (findFirstName(called) === undefined) return '?';
  const name = resolve(called);
  const [first, second] = listArguments(call);
  if (importingCalls.has(name)) return (first && readString(first)) ?? '?';
  const attribute = name === 'getattr' && second ? readString(second) : undefined;
  return attribute === undefined ? '?' : `${resolve(first ?? null)}.${attribute}`;
}

/** Names that a function or the module binds, including parameters but not imports. */
function findOwnNames(scope: Node): ReadonlySet<string> {
  const body = scope.type === 'module' ? scope : scope.childForFieldName('body');
  const names = new Set<string>();
  for (const child of body?.namedChildren ?? []) {
    if (child === null || child.type.startsWith('import_')) continue;
    for (const name of findNameUse(child).binds) names.add(name);
  }
  for (const parameter of scope.childForFieldName('parameters')?.namedChildren ?? []) {
    const own = parameter?.type === 'identifier' ? parameter : parameter?.descendantsOfType('identifier')[0];
    if (own) names.add(own.text);
  }
  return names;
}

/** Positional arguments of a call. */
export function listArguments(call: Node): Node[] {
  const given = call.childForFieldName('arguments')?.namedChildren ?? [];
  return given.filter(
    (node): node is Node => node !== null && node.type !== 'keyword_argument' && node.type !== 'comment',
  );
}

/** The text of a plain string literal; undefined for anything else, f-strings with fields included. */
export function readString(node: Node): string | undefined {
  if (node.type !== 'string') return undefined;
  const parts = node.namedChildren.filter((child): child is Node => child !== null);
  if (parts.some(({ type }) => type === 'interpolation')) return undefined;
  return parts
    .filter(({ type }) => type === 'string_content')
    .map(({ text }) => text)
    .join('');
}

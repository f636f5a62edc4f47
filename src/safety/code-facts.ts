import type { Node } from 'web-tree-sitter';
import { findNameUse, listImportedNames } from '../syntax/free-names.ts';
import { listArguments, type NameTable, readNames, readString } from './name-table.ts';

/** Something the code does with a named thing, such as `os.system`. */
export interface NamedUse {
  /** Full name with aliases resolved; `?.unlink` if the object is unknown. */
  readonly path: string;
  readonly node: Node;
  /** The named expression, if its first name could be one of the program's own. */
  readonly named?: Node | null;
}

/** What the rules look at, collected in one walk over the tree. */
export interface CodeFacts {
  /** Module-level statements except imports, with the names they bind. */
  readonly bindings: readonly { readonly node: Node; readonly names: readonly string[] }[];
  readonly calls: readonly NamedUse[];
  /** Attributes that are read or called. */
  readonly attributes: readonly NamedUse[];
  /** Attributes and subscripts that are assigned, deleted, or set by `setattr`. */
  readonly writes: readonly NamedUse[];
  readonly imports: readonly NamedUse[];
  /** String literals that are not docstrings, without quotes. */
  readonly strings: readonly NamedUse[];
  readonly classes: readonly Node[];
  readonly names: NameTable;
}

const types = [
  ...['call', 'attribute', 'assignment', 'augmented_assignment', 'delete_statement'],
  ...['import_statement', 'import_from_statement', 'string', 'class_definition'],
];

export function readFacts(root: Node): CodeFacts {
  const names = readNames(root);
  const calls: NamedUse[] = [];
  const attributes: NamedUse[] = [];
  const writes: NamedUse[] = [];
  const imports: NamedUse[] = [];
  const strings: NamedUse[] = [];
  const classes: Node[] = [];
  for (const node of root.descendantsOfType(types)) {
    if (node === null) continue;
    switch (node.type) {
      case 'call':
        calls.push(nameUse(node.childForFieldName('function'), node, names));
        writes.push(...readSetattr(node, names));
        break;
      case 'attribute':
        attributes.push(nameUse(node, node, names));
        break;
      case 'assignment':
      case 'augmented_assignment':
        writes.push(...readTargets(node.childForFieldName('left'), node, names));
        break;
      case 'delete_statement':
        for (const target of node.namedChildren) writes.push(...readTargets(target, node, names));
        break;
      case 'string':
        if (node.parent?.type !== 'expression_statement') strings.push({ path: readString(node) ?? '', node });
        break;
      case 'class_definition':
        classes.push(node);
        break;
      default:
        imports.push(...listImportedNames(node).map(({ path }) => ({ path, node })));
    }
  }
  const bindings = root.namedChildren.flatMap((node) =>
    node === null || node.type.startsWith('import_') ? [] : [{ node, names: [...findNameUse(node).binds] }],
  );
  return { bindings, calls, attributes, writes, imports, strings, classes, names };
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
  const [object, attribute] = listArguments(call);
  return [{ path: `${names.resolve(object ?? null)}.${(attribute && readString(attribute)) ?? '?'}`, node: call }];
}

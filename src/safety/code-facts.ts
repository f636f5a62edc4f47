import type { Node } from 'web-tree-sitter';
import { findNameUse, listImports } from '../syntax/free-names.ts';
import { collectNodes, isDocstring, positionalArguments, readString } from '../syntax/tree-nodes.ts';
import { type NameTable, readNames } from './name-table.ts';

/** Something the code does with a named thing, such as `os.system`. */
export interface NamedUse {
  /** Full name with aliases resolved; `?.unlink` if the object is unknown. */
  readonly path: string;
  readonly node: Node;
  /** The named expression, if its first name could be one of the program's own. */
  readonly named?: Node | null;
}

export type CodeFacts = ReturnType<typeof readFacts>;

/** What the rules look at. */
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

import type { Node } from 'web-tree-sitter';
import { collectNodes, parameterNames } from './syntax-tree.ts';

/** How a piece of code uses names of the scope around it. */
export interface NameUse {
  /** Names it reads from that scope. */
  readonly reads: Set<string>;
  /** Names it binds there. */
  readonly binds: Set<string>;
}

/** Functions nested deeper than this are treated as if they had no local names. */
const maxScopes = 40;

/** Which names a statement reads and binds at module level; names local to functions in it do not count. */
export function findNameUse(node: Node): NameUse {
  const use: NameUse = { reads: new Set(), binds: new Set() };
  visit(node, use, 0);
  return use;
}

/** Walks with an explicit list: an expression may be nested deeper than the call stack. */
function visit(root: Node, use: NameUse, scopes: number): void {
  const pending: (Node | null)[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node === null) continue;
    switch (node.type) {
      case 'function_definition':
      case 'lambda':
      case 'class_definition':
        pending.push(...visitScope(node, use, scopes));
        break;
      case 'list_comprehension':
      case 'set_comprehension':
      case 'dictionary_comprehension':
      case 'generator_expression':
        visitInner(node.namedChildren, use, { locals: [], scopes });
        break;
      case 'identifier':
        use.reads.add(node.text);
        break;
      case 'attribute':
        pending.push(node.childForFieldName('object'));
        break;
      case 'keyword_argument':
        pending.push(node.childForFieldName('value'));
        break;
      case 'import_statement':
      case 'import_from_statement':
      case 'future_import_statement':
        for (const { bound } of listImportedNames(node)) {
          if (bound !== undefined) use.binds.add(bound.split('.')[0] ?? '');
        }
        break;
      case 'assignment':
      case 'augmented_assignment':
      case 'for_statement':
      case 'for_in_clause':
      case 'named_expression':
      case 'as_pattern':
        pending.push(...bindTargets(node, use));
        break;
      default:
        for (const child of node.namedChildren) pending.push(child);
    }
  }
}

/** `x = …`, `x += …`, `for x in …`, `x := …`, `… as x`: the target binds; returns the rest, which reads. */
function bindTargets(node: Node, use: NameUse): Node[] {
  const target = node.childForFieldName('left') ?? node.childForFieldName('name') ?? node.childForFieldName('alias');
  const rest = node.namedChildren.filter((child): child is Node => child !== null && child.id !== target?.id);
  if (node.type === 'augmented_assignment' && target?.type === 'identifier') use.reads.add(target.text);
  const pending = [target];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (part === null) continue;
    if (part.type === 'identifier') use.binds.add(part.text);
    // Attributes and subscripts of a name change the object, so they read the name.
    else if (part.type === 'attribute' || part.type === 'subscript' || part.type === 'call') rest.push(part);
    else pending.push(...part.namedChildren);
  }
  return rest;
}

/** Returns defaults, annotations and base classes, which belong to the scope around a function. */
function visitScope(node: Node, use: NameUse, scopes: number): (Node | null)[] {
  const name = node.childForFieldName('name');
  if (name) use.binds.add(name.text);
  const outer: (Node | null)[] = [node.childForFieldName('return_type'), node.childForFieldName('superclasses')];
  for (const parameter of node.childForFieldName('parameters')?.namedChildren ?? []) {
    if (parameter) outer.push(parameter.childForFieldName('value'), parameter.childForFieldName('type'));
  }
  const body = node.childForFieldName('body');
  if (body) visitInner([body], use, { locals: parameterNames(node), scopes });
  return outer;
}

/** Names bound inside stay inside, unless declared global. */
function visitInner(
  nodes: readonly (Node | null)[],
  use: NameUse,
  { locals, scopes }: { readonly locals: readonly string[]; readonly scopes: number },
): void {
  if (scopes >= maxScopes) {
    for (const { text } of nodes.flatMap((node) => (node ? collectNodes(node, 'identifier') : []))) use.reads.add(text);
    return;
  }
  const inner: NameUse = { reads: new Set(), binds: new Set(locals) };
  for (const node of nodes) if (node) visit(node, inner, scopes + 1);
  const statements = nodes.flatMap((node) => (node ? collectNodes(node, 'global_statement') : []));
  const globals = new Set(statements.flatMap(({ namedChildren }) => namedChildren.map((name) => name?.text ?? '')));
  for (const name of inner.reads) if (!inner.binds.has(name) || globals.has(name)) use.reads.add(name);
  for (const name of globals) if (inner.binds.has(name)) use.reads.add(name);
}

export interface ImportedName {
  /** In full: `a.b` for `from a import b`. */
  readonly path: string;
  /** The name it binds: `a` for `import a.b`, or the alias; none for `*`. */
  readonly bound?: string | undefined;
  /** What that name stands for: `a` for `import a.b`, otherwise the path. */
  readonly target: string;
}

export function listImports(root: Node): { readonly name: ImportedName; readonly statement: Node }[] {
  return collectNodes(root, 'import_statement', 'import_from_statement').flatMap((statement) =>
    listImportedNames(statement).map((name) => ({ name, statement })),
  );
}

function listImportedNames(node: Node): ImportedName[] {
  const module = node.childForFieldName('module_name');
  const prefix = module === null ? '' : `${module.text}.`;
  return node.namedChildren.flatMap((child) => {
    if (!child || child.id === module?.id) return [];
    if (child.type === 'aliased_import') {
      const path = prefix + (child.childForFieldName('name')?.text ?? '');
      return [{ path, bound: child.childForFieldName('alias')?.text ?? '', target: path }];
    }
    const bound = module === null ? (child.text.split('.')[0] ?? '') : child.text;
    return [
      { path: prefix + child.text, bound: child.type === 'dotted_name' ? bound : undefined, target: prefix + bound },
    ];
  });
}

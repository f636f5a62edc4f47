import type { Node } from 'web-tree-sitter';

/** What one piece of code says about names of the scope around it. */
export interface NameUse {
  /** Names it reads from that scope. */
  readonly reads: Set<string>;
  /** Names it gives a value there. */
  readonly binds: Set<string>;
}

/** Which names a statement reads and binds at module level; what is local to functions inside it does not count. */
export function findNameUse(node: Node): NameUse {
  const use: NameUse = { reads: new Set(), binds: new Set() };
  visit(node, use);
  return use;
}

function visit(node: Node, use: NameUse): void {
  switch (node.type) {
    case 'function_definition':
    case 'lambda':
    case 'class_definition':
      visitScope(node, use);
      return;
    case 'list_comprehension':
    case 'set_comprehension':
    case 'dictionary_comprehension':
    case 'generator_expression':
      visitInner(node.namedChildren, use, []);
      return;
    case 'identifier':
      use.reads.add(node.text);
      return;
    case 'attribute':
      visitField(node, 'object', use);
      return;
    case 'keyword_argument':
      visitField(node, 'value', use);
      return;
    case 'import_statement':
    case 'import_from_statement':
    case 'future_import_statement':
      for (const name of findImportedNames(node)) use.binds.add(name);
      return;
    case 'assignment':
    case 'augmented_assignment':
    case 'for_statement':
    case 'for_in_clause':
    case 'named_expression':
    case 'as_pattern':
      visitBinding(node, use);
      return;
    default:
      for (const child of node.namedChildren) if (child) visit(child, use);
  }
}

function visitField(node: Node, field: string, use: NameUse): void {
  const child = node.childForFieldName(field);
  if (child) visit(child, use);
}

/** `x = …`, `x += …`, `for x in …`, `x := …`, `… as x`: the target binds, the rest reads. */
function visitBinding(node: Node, use: NameUse): void {
  const target = node.childForFieldName('left') ?? node.childForFieldName('name') ?? node.childForFieldName('alias');
  for (const child of node.namedChildren) {
    if (!child) continue;
    if (target?.id === child.id) bindTarget(child, use);
    else visit(child, use);
  }
  if (node.type === 'augmented_assignment' && target?.type === 'identifier') use.reads.add(target.text);
}

/** Attributes and subscripts of a name change the object, so they read the name. */
function bindTarget(target: Node, use: NameUse): void {
  if (target.type === 'identifier') use.binds.add(target.text);
  else if (target.type === 'attribute' || target.type === 'subscript' || target.type === 'call') visit(target, use);
  else for (const child of target.namedChildren) if (child) bindTarget(child, use);
}

function visitScope(node: Node, use: NameUse): void {
  const name = node.childForFieldName('name');
  if (name) use.binds.add(name.text);
  const parameters = node.childForFieldName('parameters')?.namedChildren ?? [];
  const locals: string[] = [];
  for (const parameter of parameters) {
    if (!parameter) continue;
    const own = parameter.type === 'identifier' ? parameter : parameter.descendantsOfType('identifier')[0];
    if (own) locals.push(own.text);
    // Defaults and annotations belong to the scope around the function.
    for (const field of ['value', 'type']) visitField(parameter, field, use);
  }
  for (const field of ['return_type', 'superclasses']) visitField(node, field, use);
  const body = node.childForFieldName('body');
  if (body) visitInner([body], use, locals);
}

/** What is bound inside stays inside, unless it is declared global. */
function visitInner(nodes: readonly (Node | null)[], use: NameUse, locals: readonly string[]): void {
  const inner: NameUse = { reads: new Set(), binds: new Set(locals) };
  for (const node of nodes) if (node) visit(node, inner);
  const globals = new Set(
    nodes.flatMap((node) =>
      (node?.descendantsOfType('global_statement') ?? []).flatMap((statement) =>
        (statement?.namedChildren ?? []).map((name) => name?.text ?? ''),
      ),
    ),
  );
  for (const name of inner.reads) if (!inner.binds.has(name) || globals.has(name)) use.reads.add(name);
  for (const name of globals) if (inner.binds.has(name)) use.reads.add(name);
}

/** The names an import statement makes: `a` for `import a.b`, the alias where there is one. */
export function findImportedNames(node: Node): string[] {
  const module = node.childForFieldName('module_name');
  const names: string[] = [];
  for (const child of node.namedChildren) {
    if (!child || child.id === module?.id) continue;
    if (child.type === 'aliased_import') names.push(child.childForFieldName('alias')?.text ?? '');
    else if (child.type === 'dotted_name') names.push(child.text.split('.')[0] ?? '');
  }
  return names;
}

import type { Node } from 'web-tree-sitter';
import { collectNodes } from '../../syntax/syntax-tree.ts';

/** Code that finds variables by their names must keep them. */
const readsNames = /\b(?:locals|globals|vars|eval|exec)\(|\bglobal\b|\bnonlocal\b|\.(?:query|eval)\(/;

/**
 * Every use of the names that a function assigns to in its own body, after `from`. Names that a function inside it, a
 * class or a parameter uses as well are left out: they may be others.
 */
export function listLocalNames(root: Node, functionName: string, from: number): Node[] {
  const isNamed = (node: Node) => node.childForFieldName('name')?.text === functionName;
  const definition = collectNodes(root, 'function_definition').findLast(isNamed);
  const body = definition?.childForFieldName('body');
  if (!definition || !body || readsNames.test(body.text)) return [];
  const inner = collectNodes(body, 'function_definition', 'lambda', 'class_definition');
  const taken = new Set([definition, ...inner].flatMap(namesOfScope));
  const own = new Set(
    collectNodes(body, 'assignment', 'for_statement', 'as_pattern')
      .filter((node) => scopeOf(node)?.id === definition.id)
      .flatMap((node) => targetsOf(node.childForFieldName('left') ?? node.childForFieldName('alias')))
      .filter((name) => !taken.has(name)),
  );
  const isUse = (node: Node) => node.startIndex >= from && own.has(node.text) && !isMember(node);
  return collectNodes(body, 'identifier').filter(isUse);
}

/** Its parameters and, but for the outermost, all that it names. */
function namesOfScope(scope: Node, at: number): string[] {
  const from = at === 0 ? scope.childForFieldName('parameters') : scope;
  const used = from ? collectNodes(from, 'identifier') : [];
  return used.filter((node) => !isMember(node)).map(({ text }) => text);
}

function scopeOf(node: Node): Node | undefined {
  let scope = node.parent;
  while (scope && !['function_definition', 'lambda', 'class_definition'].includes(scope.type)) scope = scope.parent;
  return scope ?? undefined;
}

function targetsOf(target: Node | null): string[] {
  if (!target) return [];
  if (target.type === 'identifier') return [target.text];
  if (!['pattern_list', 'tuple_pattern', 'list_pattern', 'as_pattern_target'].includes(target.type)) return [];
  return target.namedChildren.flatMap(targetsOf);
}

/** The name of an attribute or of a keyword, which is no variable. */
function isMember(node: Node): boolean {
  const { parent } = node;
  if (parent?.type === 'attribute') return parent.childForFieldName('attribute')?.id === node.id;
  return parent?.type === 'keyword_argument' && parent.childForFieldName('name')?.id === node.id;
}

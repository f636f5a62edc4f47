import type { Node } from 'web-tree-sitter';
import type { Task } from '../schema/task.ts';
import { listImports } from '../syntax/free-names.ts';
import { collectNodes, type TreeParser } from '../syntax/syntax-tree.ts';

/** `elif`, `for` and `if` of comprehensions, and each `and` or `or`, are decisions of their own. */
const decisions = [
  ...['if_statement', 'elif_clause', 'conditional_expression', 'for_statement', 'while_statement', 'except_clause'],
  ...['except_group_clause', 'for_in_clause', 'if_clause', 'boolean_operator', 'assert_statement', 'case_clause'],
];

/** Where an identifier names something new, or part of something else, except in these fields. */
const naming = new Set([
  ...['attribute', 'keyword_argument', 'default_parameter', 'typed_default_parameter', 'typed_parameter'],
  ...['parameters', 'lambda_parameters', 'function_definition', 'class_definition', 'dotted_name', 'aliased_import'],
]);

/** What a program uses of its libraries, and how many ways lead through it. Every name in full, once, sorted. */
export function readFeatures(parser: TreeParser, code: string) {
  return parser.withTree(code, (root) => {
    const { imported, single } = readImports(root);
    const nameOf = (node: Node | null): string[] => {
      const path: string[] = [];
      let part = node;
      for (; part?.type === 'attribute'; part = part.childForFieldName('object')) {
        path.unshift(part.childForFieldName('attribute')?.text ?? '');
      }
      const target = part?.type === 'identifier' ? imported.get(part.text) : undefined;
      return target === undefined ? [] : [[target, ...path].join('.')];
    };
    const names = [
      ...collectNodes(root, 'attribute').flatMap(nameOf),
      ...collectNodes(root, 'identifier').flatMap((node) => (single.has(node.text) && isUse(node) ? nameOf(node) : [])),
    ];
    return {
      /** Libraries of which something is used; an import alone does not count. */
      libs: sortUnique(names.map((name) => name.split('.')[0] ?? '')),
      /** What is used of them: functions, classes, constants, modules. The paper's function calls, as near as we can tell. */
      names: sortUnique(names),
      calls: sortUnique(collectNodes(root, 'call').flatMap((node) => nameOf(node.childForFieldName('function')))),
      /** McCabe's. */
      complexity: 1 + collectNodes(root, ...decisions).length,
    };
  });
}

/** The reference program of a task: its prompt with the solution below. */
export function readReference(parser: TreeParser, task: Pick<Task, 'completePrompt' | 'canonicalSolution'>) {
  return readFeatures(parser, `${task.completePrompt}\n${task.canonicalSolution}`);
}

/** What each imported name stands for, wherever it is imported, and which ones are imported from a module. */
function readImports(root: Node) {
  const imported = new Map<string, string>();
  const single = new Set<string>();
  for (const { name, statement } of listImports(root)) {
    if (name.bound === undefined) continue;
    imported.set(name.bound, name.target);
    if (statement.type === 'import_from_statement') single.add(name.bound);
  }
  return { imported, single };
}

function isUse({ parent, id }: Node): boolean {
  if (!parent || !naming.has(parent.type)) return true;
  return [parent.childForFieldName('object'), parent.childForFieldName('value')].some((node) => node?.id === id);
}

function sortUnique(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

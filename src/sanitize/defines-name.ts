import { findNameUse } from '../syntax/free-names.ts';
import type { TreeParser } from '../syntax/syntax-tree.ts';

/** Whether a program binds the name at module level: by a definition, an assignment or an import. */
export function definesName(parser: TreeParser, code: string, name: string): boolean {
  if (!code.includes(name)) return false;
  return parser.withTree(code, (root) => root.namedChildren.some((node) => node && findNameUse(node).binds.has(name)));
}

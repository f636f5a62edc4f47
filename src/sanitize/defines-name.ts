import { findNameUse } from '../syntax/free-names.ts';
import { isPython } from '../syntax/is-python.ts';
import type { TreeParser } from '../syntax/syntax-tree.ts';

/** Whether a program binds the name at module level: by a definition, an assignment or an import. */
export function definesName(parser: TreeParser, code: string, name: string): boolean {
  if (!code.includes(name)) return false;
  return parser.withTree(code, (root) => root.namedChildren.some((node) => node && findNameUse(node).binds.has(name)));
}

/** How many solutions cannot be tested, by reason. */
export class UnusableCounts {
  empty = 0;
  not_python = 0;
  without_entry_point = 0;

  add(parser: TreeParser, solution: string, entryPoint: string): void {
    if (solution === '') this.empty++;
    else if (!isPython(solution)) this.not_python++;
    else if (!definesName(parser, solution, entryPoint)) this.without_entry_point++;
  }
}

import type { Node } from 'web-tree-sitter';
import { findNameUse, type NameUse } from '../syntax/free-names.ts';
import { isPython } from '../syntax/is-python.ts';
import { createCodeExtractor, UnparsableText } from './extract-code.ts';
import { mergeFences } from './fence-strategies.ts';
import { findPythonFences } from './fences.ts';
import type { StrategyInput, Taken } from './strategy.ts';

interface Statement extends NameUse {
  readonly node: Node;
  /** `always`: imports. `bound`: kept for the names it binds. `touched`: kept for the objects it works on. */
  readonly kept: 'always' | 'bound' | 'touched' | 'never';
}

/**
 * Strategy `entry-point`: the statements the entry point depends on, in order. It keeps imports, also inside `try`,
 * definitions with their decorators, and module-level calls such as `random.seed(0)` on something that is used. It drops
 * calls of the entry point itself and anything behind `if __name__`.
 */
export function takeEntryPoint(input: StrategyInput): Taken {
  const { entryPoint, parser } = input;
  const found = findCode(input);
  return parser.withTree(found.solution, (root) => {
    const statements = root.namedChildren.filter((node) => node !== null).map((node) => classify(node, entryPoint));
    if (!statements.some(({ binds }) => binds.has(entryPoint))) {
      return { ...found, trail: [...found.trail, `${entryPoint} is not defined; kept everything`] };
    }
    const kept = selectNeeded(statements, entryPoint);
    const dropped = statements.filter((statement) => !kept.has(statement) && statement.node.type !== 'comment').length;
    const solution = statements
      .filter((statement) => kept.has(statement))
      .map(({ node }) => found.solution.slice(node.startIndex, node.endIndex))
      .join('\n');
    const trail = [...found.trail, `statements kept: ${kept.size}`];
    if (dropped > 0) trail.push(`not needed by ${entryPoint}, dropped: ${dropped}`);
    return { solution, trail };
  });
}

/** The longest Python in the merged blocks, or in the whole text if there are none. */
function findCode(input: StrategyInput): Taken {
  const merged = findPythonFences(input.text).length > 0 ? mergeFences(input) : undefined;
  if (merged && isPython(merged.solution)) return merged;
  try {
    const { code, first, rows, totalRows } = createCodeExtractor(merged?.solution ?? input.text).extractStripped();
    return {
      solution: code,
      trail: [...(merged?.trail ?? []), `lines ${first + 1}-${first + rows} of ${totalRows} are Python`],
    };
  } catch (error) {
    if (!(error instanceof UnparsableText)) throw error;
    return { solution: '', trail: [`the answer contains ${error.message}`] };
  }
}

function classify(node: Node, entryPoint: string): Statement {
  const use = findNameUse(node);
  return { ...use, node, kept: decideKeeping(node, use, entryPoint) };
}

function decideKeeping(node: Node, { reads, binds }: NameUse, entryPoint: string): Statement['kept'] {
  switch (node.type) {
    case 'import_statement':
    case 'import_from_statement':
    case 'future_import_statement':
      return 'always';
    case 'function_definition':
    case 'class_definition':
    case 'decorated_definition':
      return 'bound';
    case 'comment':
      return 'never';
    default:
      if (node.type === 'if_statement' && reads.has('__name__')) return 'never';
      if (reads.has(entryPoint) && !binds.has(entryPoint)) return 'never';
      if (holdsImport(node)) return 'always';
      return node.type === 'expression_statement' && binds.size > 0 ? 'bound' : 'touched';
  }
}

function holdsImport(node: Node): boolean {
  if (node.type !== 'try_statement' && node.type !== 'if_statement') return false;
  return node.descendantsOfType(['import_statement', 'import_from_statement']).length > 0;
}

function selectNeeded(statements: readonly Statement[], entryPoint: string): ReadonlySet<Statement> {
  const bound = new Set(statements.flatMap(({ binds }) => [...binds]));
  const needed = new Set([entryPoint]);
  const kept = new Set<Statement>();
  for (let before = -1; before !== kept.size; ) {
    before = kept.size;
    for (const statement of statements) {
      if (kept.has(statement) || !isNeeded(statement, needed, bound)) continue;
      kept.add(statement);
      for (const name of statement.reads) needed.add(name);
    }
  }
  return kept;
}

/** A name that is not bound at module level, such as `print`, is no reason to keep a statement. */
function isNeeded(statement: Statement, needed: ReadonlySet<string>, bound: ReadonlySet<string>): boolean {
  const { kept, binds, reads } = statement;
  if (kept === 'always') return true;
  if (kept === 'never') return false;
  for (const name of binds) if (needed.has(name)) return true;
  if (kept === 'bound') return false;
  for (const name of reads) if (needed.has(name) && bound.has(name)) return true;
  return false;
}

import type { Node } from 'web-tree-sitter';
import type { Extraction, Sample } from '../schema/sample.ts';
import { findNameUse, type NameUse } from '../syntax/free-names.ts';
import { isPython } from '../syntax/is-python.ts';
import { loadTreeParser } from '../syntax/syntax-tree.ts';
import { createCodeExtractor, describeRows, takeUnlessUnparsable } from './extract-code.ts';
import { findPythonFences, mergeFences, takeFence } from './fence-strategies.ts';
import { removeReasoning } from './reasoning.ts';
import type { StrategyInput, StrategyName, Taken } from './strategy.ts';
import { takeAsUpstream } from './upstream.ts';

/** An answer, and how to take the code out of it. */
export interface SanitizeInput {
  /** The answer as the model gave it; null if it gave none. */
  readonly raw: string | null;
  readonly entryPoint: string;
  readonly strategy: StrategyName;
}

export type Sanitized = { readonly solution: string; readonly extraction: Extraction };

/** Extracts solutions from answers. One per process is enough: it holds the parser. */
export type Sanitizer = Awaited<ReturnType<typeof createSanitizer>>;

interface Strategy {
  /** Raised whenever the same answer may give a different solution. */
  readonly version: number;
  readonly keepsReasoning: boolean;
  readonly take: (input: StrategyInput) => Taken;
}

const strategies: Record<StrategyName, Strategy> = {
  upstream: { version: 1, keepsReasoning: true, take: takeAsUpstream },
  'last-fence': { version: 1, keepsReasoning: false, take: (input) => takeFence(input, -1) },
  'first-fence': { version: 1, keepsReasoning: false, take: (input) => takeFence(input, 0) },
  'merge-fences': { version: 1, keepsReasoning: false, take: mergeFences },
  'entry-point': { version: 1, keepsReasoning: false, take: takeEntryPoint },
  none: { version: 1, keepsReasoning: false, take: ({ text }) => ({ solution: text, trail: ['took the whole text'] }) },
};

export function versionOfStrategy(strategy: StrategyName): number {
  return strategies[strategy].version;
}

export async function createSanitizer() {
  const parser = await loadTreeParser();
  return {
    sanitize({ raw, entryPoint, strategy }: SanitizeInput): Sanitized {
      const { version, keepsReasoning, take } = strategies[strategy];
      if (raw === null) return { solution: '', extraction: { strategy, version, trail: ['the answer is empty'] } };
      const { text, removed } = keepsReasoning ? { text: raw, removed: 0 } : removeReasoning(raw);
      const { solution, trail } = take({ text, entryPoint, parser });
      const before = removed > 0 ? [`removed ${removed} characters of reasoning`] : [];
      return { solution, extraction: { strategy, version, trail: [...before, ...trail] } };
    },
  };
}

/** How to take the code out of a sample. */
export interface SanitizeSampleOptions {
  readonly entryPoint: string;
  /** Default: `upstream`. */
  readonly strategy?: StrategyName;
}

/** A sample with its solution extracted from its raw text, or from its solution if it has no raw text. */
export async function sanitizeSample(sample: Sample, options: SanitizeSampleOptions): Promise<Sample> {
  const { entryPoint, strategy = 'upstream' } = options;
  const { sanitize } = await createSanitizer();
  const rawText = sample.rawText ?? sample.solution;
  return { ...sample, rawText, ...sanitize({ raw: rawText, entryPoint, strategy }) };
}

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
function takeEntryPoint(input: StrategyInput): Taken {
  const { entryPoint, parser } = input;
  const found = findCode(input);
  return parser.withTree(found.solution, (root) => {
    const statements = root.namedChildren
      .filter((node) => node !== null)
      .map((node): Statement => {
        const use = findNameUse(node);
        return { ...use, node, kept: decideKeeping(node, use, entryPoint) };
      });
    if (!statements.some(({ binds }) => binds.has(entryPoint))) {
      return { ...found, trail: [...found.trail, `${entryPoint} is not defined; kept everything`] };
    }
    const kept = selectNeeded(statements, entryPoint);
    const dropped = statements.filter((statement) => !kept.has(statement) && statement.node.type !== 'comment').length;
    const parts = statements
      .filter((statement) => kept.has(statement))
      .map(({ node }) => found.solution.slice(node.startIndex, node.endIndex));
    const trail = [...found.trail, `statements kept: ${kept.size}`];
    if (dropped > 0) trail.push(`not needed by ${entryPoint}, dropped: ${dropped}`);
    return { solution: parts.join('\n'), trail };
  });
}

/** The longest Python in the merged blocks, or in the whole text if there are none. */
function findCode(input: StrategyInput): Taken {
  const merged = findPythonFences(input.text).length > 0 ? mergeFences(input) : undefined;
  if (merged && isPython(merged.solution)) return merged;
  return takeUnlessUnparsable(() => {
    const extracted = createCodeExtractor(merged?.solution ?? input.text).extractStripped();
    return { solution: extracted.code, trail: [...(merged?.trail ?? []), describeRows(extracted)] };
  });
}

const importTypes = ['import_statement', 'import_from_statement'];
const definitionTypes = ['function_definition', 'class_definition', 'decorated_definition'];

function decideKeeping(node: Node, { reads, binds }: NameUse, entryPoint: string): Statement['kept'] {
  const { type } = node;
  if (importTypes.includes(type) || type === 'future_import_statement') return 'always';
  if (definitionTypes.includes(type)) return 'bound';
  if (type === 'comment' || (type === 'if_statement' && reads.has('__name__'))) return 'never';
  if (reads.has(entryPoint) && !binds.has(entryPoint)) return 'never';
  const mayHoldImport = type === 'try_statement' || type === 'if_statement';
  if (mayHoldImport && node.descendantsOfType(importTypes).length > 0) return 'always';
  return type === 'expression_statement' && binds.size > 0 ? 'bound' : 'touched';
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
  if (kept === 'always' || kept === 'never') return kept === 'always';
  if ([...binds].some((name) => needed.has(name))) return true;
  return kept === 'touched' && [...reads].some((name) => needed.has(name) && bound.has(name));
}

import type { Node } from 'web-tree-sitter';
import type { SafetyChoice, SafetyPolicy } from '../schema/evaluation-rules.ts';
import { isPython } from '../syntax/is-python.ts';
import { applyEdits, type Edit, loadTreeParser, type TreeParser } from '../syntax/syntax-tree.ts';
import { listSome } from '../util/list-some.ts';
import { readFacts } from './code-facts.ts';
import { chooseRules, type Finding, type SafetyRule, safetyRules, severities } from './safety-rules.ts';

export interface ApplyOptions {
  readonly policy: SafetyPolicy;
  /** Which rules count, and from which severity on the policy acts. Default: all of them, `medium`. */
  readonly choice?: SafetyChoice | undefined;
}

/** What a policy makes of the findings: run this code, or do not run it. */
export type SafetyDecision =
  | { readonly action: 'run'; readonly code: string; readonly findings: readonly Finding[] }
  | { readonly action: 'block'; readonly reason: string; readonly findings: readonly Finding[] };

/** A static scan of solutions by their syntax tree. It cannot prove a solution harmless: the sandbox does that job. */
export interface SafetyScanner {
  /** Findings in line order. */
  scan(code: string): Finding[];
  /** The ids of the rules that match, unique and sorted: for the `flags` of an execution. */
  ruleIds(code: string): string[];
  apply(code: string, options: ApplyOptions): SafetyDecision;
}

/** Loads the parser, once per process. */
export async function createSafetyScanner(): Promise<SafetyScanner> {
  const parser = await loadTreeParser();
  return {
    scan: (code) => scanWith(parser, code, safetyRules),
    ruleIds: (code) => [...new Set(scanWith(parser, code, safetyRules).map(({ ruleId }) => ruleId))].sort(),
    apply: (code, options) => applyPolicy(parser, code, options),
  };
}

/** The findings in one solution. To scan many, keep a scanner. */
export async function scanSolution(code: string): Promise<Finding[]> {
  return (await createSafetyScanner()).scan(code);
}

type Place = { readonly rule: SafetyRule; readonly node: Node };

function findPlaces(root: Node, rules: readonly SafetyRule[]): Place[] {
  const facts = readFacts(root);
  return rules.flatMap((rule) => rule.find(facts).map(({ node }) => ({ rule, node })));
}

function scanWith(parser: TreeParser, code: string, rules: readonly SafetyRule[]): Finding[] {
  const findings = parser.withTree(code, (root) =>
    findPlaces(root, rules).map(({ rule: { id, severity, what }, node }): Finding => {
      return { ruleId: id, severity, line: node.startPosition.row + 1, what };
    }),
  );
  const distinct = new Map(findings.map((finding) => [`${finding.line} ${finding.ruleId}`, finding]));
  return [...distinct.values()].sort((a, b) => a.line - b.line);
}

function applyPolicy(parser: TreeParser, code: string, { policy, choice }: ApplyOptions): SafetyDecision {
  const rules = rulesOf(choice);
  const findings = scanWith(parser, code, rules);
  const isSevere = ({ severity }: Pick<Finding, 'severity'>) =>
    severities.indexOf(severity) >= severities.indexOf(choice?.actFrom ?? 'medium');
  const severe = findings.filter(isSevere);
  if (policy === 'report' || severe.length === 0) return { action: 'run', code, findings };
  if (policy === 'block') return { action: 'block', reason: describe(severe), findings };
  const neutralized = parser.withTree(code, (root) => {
    const places = findPlaces(root, rules).filter(({ rule }) => isSevere(rule));
    const edits = places.map((place) => replace(code, place));
    return applyEdits(code, edits);
  });
  if (isPython(neutralized)) return { action: 'run', code: neutralized, findings };
  return { action: 'block', reason: `${describe(severe)}; it cannot be neutralized`, findings };
}

const chosen = new WeakMap<SafetyChoice, readonly SafetyRule[]>();

/** The rules of a choice, built once: they hold patterns. */
function rulesOf(choice: SafetyChoice | undefined): readonly SafetyRule[] {
  if (!choice) return safetyRules;
  const rules = chosen.get(choice) ?? chooseRules(choice);
  chosen.set(choice, rules);
  return rules;
}

function describe(findings: readonly Finding[]): string {
  const places = findings.map(({ ruleId, line }) => `${ruleId} in line ${line}`);
  return listSome(places, 3);
}

const expressionTypes = new Set(['call', 'attribute', 'string', 'true', 'false', 'identifier']);

/** Makes a place raise a PermissionError instead. Line numbers stay the same. */
function replace(code: string, { node, rule }: Place): Edit {
  const target = findReplaceable(node);
  const { startIndex: start, endIndex: end } = target;
  const newlines = '\n'.repeat(code.slice(start, end).split('\n').length - 1);
  const raised = `PermissionError(${newlines}${JSON.stringify(`safety rule ${rule.id}: this ${rule.what}`)})`;
  const text = expressionTypes.has(target.type) ? `(_ for _ in ()).throw(${raised})` : `raise ${raised}`;
  return { start, end, text };
}

/** An f-string is replaced as a whole; assignments and imports as statements. */
function findReplaceable(node: Node): Node {
  let target = node;
  for (let above = node.parent; above !== null; above = above.parent) if (above.type === 'string') target = above;
  if (expressionTypes.has(target.type)) return target;
  return target.parent?.type === 'expression_statement' ? target.parent : target;
}

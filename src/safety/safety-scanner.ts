import type { SafetyPolicy } from '../schema/evaluation-rules.ts';
import { loadTreeParser, type TreeParser } from '../syntax/syntax-tree.ts';
import { readFacts } from './code-facts.ts';
import { neutralizeNodes } from './neutralize.ts';
import type { Finding, Severity } from './rule.ts';
import { severities } from './rule.ts';
import { safetyRules } from './safety-rules.ts';

export interface ApplyOptions {
  readonly policy: SafetyPolicy;
  /** Findings below it are only reported. Default: `high`. */
  readonly minSeverity?: Severity;
}

/** What a policy decides about a solution. */
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
    scan: (code) => scanWith(parser, code),
    ruleIds: (code) => [...new Set(scanWith(parser, code).map(({ ruleId }) => ruleId))].sort(),
    apply: (code, options) => applyPolicy(parser, code, options),
  };
}

/** The findings in one solution. To scan many, keep a scanner. */
export async function scanSolution(code: string): Promise<Finding[]> {
  return (await createSafetyScanner()).scan(code);
}

function scanWith(parser: TreeParser, code: string): Finding[] {
  const findings = parser.withTree(code, (root) => {
    const facts = readFacts(root);
    return safetyRules.flatMap(({ id, severity, what, find }) =>
      find(facts).map((node): Finding => ({ ruleId: id, severity, line: node.startPosition.row + 1, what })),
    );
  });
  const distinct = new Map(findings.map((finding) => [`${finding.line} ${finding.ruleId}`, finding]));
  return [...distinct.values()].sort((a, b) => a.line - b.line);
}

function applyPolicy(parser: TreeParser, code: string, { policy, minSeverity = 'high' }: ApplyOptions): SafetyDecision {
  const findings = scanWith(parser, code);
  const isSevere = ({ severity }: { severity: Severity }) =>
    severities.indexOf(severity) >= severities.indexOf(minSeverity);
  const severe = findings.filter(isSevere);
  if (policy === 'report' || severe.length === 0) return { action: 'run', code, findings };
  if (policy === 'block') return { action: 'block', reason: describe(severe), findings };
  const neutralized = parser.withTree(code, (root) => {
    const facts = readFacts(root);
    const places = safetyRules
      .filter(isSevere)
      .flatMap(({ id, what, find }) =>
        find(facts).map((node) => ({ node, message: `safety rule ${id}: this ${what}` })),
      );
    return neutralizeNodes(code, places);
  });
  if (neutralized === undefined)
    return { action: 'block', reason: `${describe(severe)}; it cannot be neutralized`, findings };
  return { action: 'run', code: neutralized, findings };
}

function describe(findings: readonly Finding[]): string {
  const places = findings.slice(0, 3).map(({ ruleId, line }) => `${ruleId} in line ${line}`);
  return `${places.join(', ')}${findings.length > 3 ? `, and ${findings.length - 3} more` : ''}`;
}

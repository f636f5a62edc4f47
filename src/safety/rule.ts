import type { Node } from 'web-tree-sitter';
import type { CodeFacts } from './code-facts.ts';

export const severities = ['low', 'medium', 'high'] as const;

/** `high`: honest solutions hardly ever do it. `medium`: it reaches outside the program. `low`: worth knowing. */
export type Severity = (typeof severities)[number];

/** One place in a solution that a rule found. */
export interface Finding {
  readonly ruleId: string;
  readonly severity: Severity;
  /** From 1. */
  readonly line: number;
  /** What it does, in a few words. */
  readonly what: string;
}

/** One row of the rule table. The examples are its tests and appear in the guide. */
export interface SafetyRule {
  readonly id: string;
  readonly severity: Severity;
  readonly what: string;
  /** Code that the rule finds. */
  readonly positive: string;
  /** Similar code that the rule ignores. */
  readonly negative: string;
  /** The nodes it matches. */
  readonly find: (facts: CodeFacts) => readonly Node[];
}

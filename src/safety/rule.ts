import type { Node } from 'web-tree-sitter';
import { type Severity, severitySchema } from '../schema/evaluation-rules.ts';
import type { CodeFacts } from './code-facts.ts';

/** From mildest to worst. */
export const severities = severitySchema.options;

/** Something that a solution would do, and where. */
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
  readonly find: (facts: CodeFacts) => readonly { readonly node: Node }[];
}

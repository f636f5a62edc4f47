import { usageError } from '../error/bigcodebench-error.ts';
import { type SafetyChoice, type Severity, severitySchema } from '../schema/evaluation-rules.ts';
import { findNearest } from '../util/find-nearest.ts';
import { readJsonAsset } from '../util/read-asset.ts';
import { type Finder, findAny, type Sought } from './rule-finders.ts';

/** From mildest to worst. */
export const severities = severitySchema.options;

/** Something that a solution would do, and where. */
export interface Finding {
  readonly ruleId: string;
  readonly severity: Severity;
  /** From 1. */
  readonly line: number;
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
  readonly find: Finder;
}

/** Rules as people write theirs, with more kinds of things to look for. */
const written = readJsonAsset<readonly (Omit<SafetyRule, 'find'> & Sought)[]>('safety-rules.json');

/** What the safety scan looks for, worst first. */
export const safetyRules: readonly SafetyRule[] = written.map((rule) => ({ ...rule, find: findAny(rule) }));

/** The rules that count: ours as the choice grades them, then its own. */
export function chooseRules(choice?: SafetyChoice): readonly SafetyRule[] {
  if (!choice) return safetyRules;
  const known = safetyRules.map(({ id }) => id);
  for (const id of Object.keys(choice.severities)) if (!known.includes(id)) throw unknownRule(id, known);
  const graded = safetyRules.flatMap((rule) => {
    const severity = choice.severities[rule.id] ?? rule.severity;
    return severity === 'off' ? [] : [{ ...rule, severity }];
  });
  const own = choice.rules.map((rule) => ({ ...rule, positive: '', negative: '', find: findAny(rule) }));
  const twice = own.find(({ id }) => known.includes(id));
  if (twice) throw usageError(`--safety-rules: ${twice.id} is a rule already: grade it in severities.`);
  return [...graded, ...own];
}

function unknownRule(id: string, known: readonly string[]) {
  const nearest = findNearest(id, known);
  const hint = nearest ? `did you mean ${nearest}?` : '`bcb safety rules` lists them.';
  return usageError(`--safety-rules: there is no rule ${JSON.stringify(id)}: ${hint}`);
}

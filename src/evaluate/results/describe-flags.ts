import { severities } from '../../safety/rule.ts';
import { safetyRules } from '../../safety/safety-rules.ts';
import type { Verdict } from '../../schema/verdict.ts';

/** One sentence about how many solutions break which safety rules, worst first; empty if none does. */
export function describeFlags(verdicts: readonly Pick<Verdict, 'flags'>[]): string[] {
  const flagged = verdicts.filter(({ flags }) => safetyRules.some(({ id }) => flags.includes(id)));
  if (flagged.length === 0) return [];
  const counts = safetyRules
    .map(({ id, severity }) => ({ id, severity, count: flagged.filter(({ flags }) => flags.includes(id)).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity) || b.count - a.count);
  const listed = counts.map(({ id, severity, count }) => `${id} ${count}${severity === 'high' ? ' (high)' : ''}`);
  return [`The safety scan flags ${flagged.length} of ${verdicts.length} solutions: ${listed.join(', ')}.`];
}

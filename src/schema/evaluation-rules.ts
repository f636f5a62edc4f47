import { z } from 'zod';
import { defaultLimits, limitsSchema } from './execution.ts';
import { type Optional, withoutUndefined } from './optional.ts';
import { integrityModeSchema } from './proof.ts';

/** How long a sample may run: a number of seconds, or a multiple of what its task's reference solution needed here. */
export const timeLimitSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fixed'), seconds: z.number().positive() }),
  z.object({ kind: z.literal('auto'), floorSeconds: z.number().nonnegative() }),
]);

export type TimeLimit = z.infer<typeof timeLimitSchema>;

/** `upstream` counts tests that were skipped or are missing as passed, as the original does. */
export const verdictModeSchema = z.enum(['strict', 'upstream']);

export type VerdictMode = z.infer<typeof verdictModeSchema>;

/** `report` changes nothing, `block` refuses to execute, `neutralize` makes dangerous calls raise instead. */
export const safetyPolicySchema = z.enum(['report', 'block', 'neutralize']);

export type SafetyPolicy = z.infer<typeof safetyPolicySchema>;

/** `high`: honest solutions hardly ever do it. `medium`: it reaches outside the program. `low`: worth knowing. */
export const severitySchema = z.enum(['low', 'medium', 'high']);

export type Severity = z.infer<typeof severitySchema>;

const names = z.array(z.string().min(1)).default([]);

/** A rule of one's own: names as `subprocess.*` or `*.unlink`, and what using them does. */
const ownRuleSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]*$/),
  severity: severitySchema,
  what: z.string().min(1),
  calls: names,
  imports: names,
  attributes: names,
});

/** Which safety rules count, and how severely: the content of a `--safety-rules` file. */
export const safetyChoiceSchema = z.strictObject({
  /** `block` and `neutralize` act from this severity on; below it, they only report. */
  actFrom: severitySchema.default('medium'),
  /** Other severities for rules, by id; `off`: the rule is not used. */
  severities: z.record(z.string(), severitySchema.or(z.literal('off'))).default({}),
  rules: z.array(ownRuleSchema).default([]),
});

export type SafetyChoice = z.infer<typeof safetyChoiceSchema>;

/** The limits that do not depend on the task; `timeLimit` sets the others. */
const ruledLimitsSchema = z.object(limitsSchema.omit({ cpuMs: true, wallMs: true }).shape);

/**
 * Everything besides the program and the executor that affects a verdict. Decided once, passed as one value, hashed as
 * one value; two evaluations with different rules are not comparable.
 */
export const evaluationRulesSchema = z.object({
  timeLimit: timeLimitSchema,
  limits: ruledLimitsSchema,
  /** Put the code prompt before each solution. */
  calibrated: z.boolean(),
  verdicts: verdictModeSchema,
  safety: safetyPolicySchema,
  /** Absent: all rules as they are. */
  safetyRules: safetyChoiceSchema.optional(),
  integrity: integrityModeSchema,
  /** How often to re-run failing and passing samples, each alone and with another seed. */
  confirmFailures: z.number().int().nonnegative(),
  confirmPasses: z.number().int().nonnegative().default(0),
  /** Stop each program after its first failing test. Absent where not: the ids of runs stay what they were. */
  failFast: z.literal(true).optional(),
});

export type EvaluationRules = z.infer<typeof evaluationRulesSchema>;

/** The rules of a run that asks for no others. */
export const defaultRules: EvaluationRules = {
  timeLimit: { kind: 'auto', floorSeconds: 20 },
  limits: ruledLimitsSchema.parse(defaultLimits),
  calibrated: true,
  verdicts: 'strict',
  safety: 'report',
  integrity: 'audited',
  confirmFailures: 0,
  confirmPasses: 0,
};

/** The default rules with some changes. */
export function completeRules(changes: Optional<EvaluationRules>): EvaluationRules {
  return evaluationRulesSchema.parse({ ...defaultRules, ...withoutUndefined(changes) });
}

import { z } from 'zod';
import { defaultLimits, limitsSchema } from './limits.ts';
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
  integrity: integrityModeSchema,
  /** How often to re-run failing and passing samples, each alone and with another seed. */
  confirmFailures: z.number().int().nonnegative(),
  confirmPasses: z.number().int().nonnegative().default(0),
});

export type EvaluationRules = z.infer<typeof evaluationRulesSchema>;

export const defaultRules: EvaluationRules = {
  timeLimit: { kind: 'auto', floorSeconds: 20 },
  limits: ruledLimitsSchema.parse(defaultLimits),
  calibrated: true,
  verdicts: 'strict',
  safety: 'report',
  integrity: 'flags',
  confirmFailures: 0,
  confirmPasses: 0,
};

/** The default rules with some changes. */
export function resolveRules(
  changes: {
    readonly [Name in keyof EvaluationRules]?: EvaluationRules[Name] | undefined;
  },
): EvaluationRules {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  return evaluationRulesSchema.parse({ ...defaultRules, ...Object.fromEntries(given) });
}

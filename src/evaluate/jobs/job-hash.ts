import type { ExecutorInfo } from '../../executor/executor.ts';
import { type EvaluationRules, evaluationRulesSchema } from '../../schema/evaluation-rules.ts';
import { hashValue } from '../../util/hash.ts';

/** What affects an execution besides the program itself. */
export type ExecutionSetting = Readonly<{ rules: EvaluationRules; executor: ExecutorInfo }>;

/**
 * Two jobs with the same hash may share one execution. A limit derived from ground truth is hashed as the rule, not as
 * the measured milliseconds, which differ from run to run.
 */
export function hashJob(program: { readonly code: string; readonly test: string }, setting: ExecutionSetting): string {
  return hashValue([program.code, program.test, hashSetting(setting)]);
}

/** Plain fields that describe where programs run; part of a run's identity. */
export function describeExecutor({ engine = 'unversioned', fingerprint, level }: ExecutorInfo) {
  return { engine, fingerprint, level };
}

const hashes = new WeakMap<ExecutionSetting, string>();

function hashSetting(setting: ExecutionSetting): string {
  const known = hashes.get(setting);
  if (known !== undefined) return known;
  // The other rules apply before an execution (they build the program) or after it, so they can share one.
  const { timeLimit, limits, safety, safetyRules, integrity, failFast } = evaluationRulesSchema.parse(setting.rules);
  const policy = {
    ...(safety === 'report' ? {} : { safety }),
    ...(safetyRules && { safetyRules }),
    // An audit comes after the verdicts.
    ...(integrity === 'proven' ? { integrity } : {}),
    // What stopped early is no full execution: it is kept apart.
    ...(failFast && { failFast }),
  };
  const hash = hashValue({ ...describeExecutor(setting.executor), timeLimit, limits, ...policy });
  hashes.set(setting, hash);
  return hash;
}

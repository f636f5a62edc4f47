import type { ExecutorInfo } from '../../executor/executor.ts';
import { type EvaluationRules, evaluationRulesSchema } from '../../schema/evaluation-rules.ts';
import { hashValue } from '../../util/hash.ts';

/** What decides an execution besides the program itself. */
export interface ExecutionSetting {
  readonly rules: EvaluationRules;
  readonly executor: ExecutorInfo;
}

/**
 * Two jobs with the same hash may share one execution. A limit taken from ground truth goes in as the rule, not as the
 * milliseconds that were measured: those differ from run to run, the rule and what it is for do not.
 */
export function hashJob(program: { readonly code: string; readonly test: string }, setting: ExecutionSetting): string {
  return hashValue([program.code, program.test, hashSetting(setting)]);
}

/** Plain fields that name where programs run; part of a run's identity. */
export function describeExecutor({ engine = 'unversioned', fingerprint, level }: ExecutorInfo) {
  return { engine, fingerprint, level };
}

const hashes = new WeakMap<ExecutionSetting, string>();

function hashSetting(setting: ExecutionSetting): string {
  const known = hashes.get(setting);
  if (known !== undefined) return known;
  // The other rules come before an execution (the program is built by them) or after it: they can share one.
  const { timeLimit, limits, safety, integrity } = evaluationRulesSchema.parse(setting.rules);
  const policy = { ...(safety === 'report' ? {} : { safety }), ...(integrity === 'flags' ? {} : { integrity }) };
  const hash = hashValue({ ...describeExecutor(setting.executor), timeLimit, limits, ...policy });
  hashes.set(setting, hash);
  return hash;
}

import type { ExecutorInfo } from '../../executor/executor.ts';
import type { Limits } from '../../schema/limits.ts';
import { hashValue } from '../../util/hash.ts';
import type { TimeLimit } from './time-limit.ts';

/** What decides an execution besides the program itself. */
export interface ExecutionSetting {
  readonly timeLimit: TimeLimit;
  /** The limits that do not depend on the task. */
  readonly limits: Limits;
  readonly executor: ExecutorInfo;
}

/**
 * Two jobs with the same hash may share one execution. A limit taken from ground truth goes in as the rule, not as the
 * milliseconds that were measured: those differ from run to run, the rule and what it is for do not.
 */
export function hashJob(program: { readonly code: string; readonly test: string }, setting: ExecutionSetting): string {
  return hashValue([program.code, program.test, hashSetting(setting)]);
}

/** Plain fields that name the setting; part of a run's identity. */
export function describeSetting({ timeLimit, limits, executor }: ExecutionSetting) {
  const { cpuMs: _cpu, wallMs: _wall, ...rest } = limits;
  const { fingerprint, level, engine = 'unversioned' } = executor;
  return { engine, fingerprint, level, timeLimit, limits: rest };
}

const hashes = new WeakMap<ExecutionSetting, string>();

function hashSetting(setting: ExecutionSetting): string {
  const known = hashes.get(setting);
  if (known !== undefined) return known;
  const hash = hashValue(describeSetting(setting));
  hashes.set(setting, hash);
  return hash;
}

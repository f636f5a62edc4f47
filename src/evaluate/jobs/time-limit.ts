import { usageError } from '../../error/bigcodebench-error.ts';
import type { EvaluationRules, TimeLimit } from '../../schema/evaluation-rules.ts';
import type { Limits } from '../../schema/execution.ts';
import type { GroundTruth } from '../../schema/proof.ts';
import type { Task } from '../../schema/task.ts';

export const upstreamSeconds = 240;

/** Stops endless loops early; none of 2,280 real answers that pass comes close (docs/parity.md). */
const auto = {
  floorSeconds: 20,
  factor: 10,
  /** A program that computes reaches its CPU limit first, even on shared cores. */
  wallPerCpu: 3,
  /** Wall time only has to stop programs that sleep, and those sleep as long as the reference solution. */
  wallFactor: 2,
  wallExtraSeconds: 20,
  /** If the reference solution did not pass, there is no time to go by. */
  unknownSeconds: 60,
  /** At most the original's limit, unless the reference solution itself comes close to it. */
  cap: (needed: number) => Math.max(upstreamSeconds * 1000, 2 * needed),
};

/** Libraries that take a random amount of time: this one searches for primes, anywhere from 8 s to 30 s. */
const unpredictable = { libs: ['rsa'], floorSeconds: 120 };

/** `auto`, `upstream`, or seconds. */
export function parseTimeLimit(spelled: string, minSeconds: number): TimeLimit {
  if (spelled === 'auto') return { kind: 'auto', floorSeconds: Math.max(minSeconds, auto.floorSeconds) };
  if (spelled === 'upstream') return { kind: 'fixed', seconds: upstreamSeconds };
  const seconds = Number(spelled);
  if (spelled.trim() !== '' && Number.isFinite(seconds) && seconds > 0) return { kind: 'fixed', seconds };
  throw usageError(`--time-limit cannot be ${JSON.stringify(spelled)}: use auto, upstream or seconds.`);
}

type Measured = Readonly<{ rules: EvaluationRules; task: Pick<Task, 'libs'>; groundTruth: GroundTruth | undefined }>;

/** The limits of one sample. CPU time comes first; wall time is the generous second limit. */
export function buildLimits({ rules, task, groundTruth }: Measured): Limits {
  const { timeLimit, limits } = rules;
  if (timeLimit.kind === 'fixed') {
    const ms = Math.ceil(timeLimit.seconds * 1000);
    return { ...limits, cpuMs: ms, wallMs: ms };
  }
  if (groundTruth === undefined) return { ...limits, cpuMs: upstreamSeconds * 1000, wallMs: upstreamSeconds * 1000 };
  const { state, cpuMs: neededCpuMs, wallMs: neededWallMs } = groundTruth;
  const floorSeconds = Math.max(
    timeLimit.floorSeconds,
    state.state === 'stable' || state.state === 'flaky' ? 0 : auto.unknownSeconds,
    task.libs.some((name) => unpredictable.libs.includes(name)) ? unpredictable.floorSeconds : 0,
  );
  const cpuMs = Math.max(1000 * floorSeconds, Math.min(auto.factor * neededCpuMs, auto.cap(neededCpuMs)));
  const wallMs = Math.max(auto.wallPerCpu * cpuMs, auto.wallFactor * neededWallMs + 1000 * auto.wallExtraSeconds);
  return { ...limits, cpuMs: Math.ceil(cpuMs), wallMs: Math.ceil(wallMs) };
}

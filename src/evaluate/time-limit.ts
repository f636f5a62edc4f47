import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { GroundTruth } from '../schema/ground-truth.ts';
import type { Limits } from '../schema/limits.ts';

/** How long a sample may run: a number of seconds, or a multiple of what its task's canonical solution needed here. */
export type TimeLimit =
  | { readonly kind: 'fixed'; readonly seconds: number }
  | { readonly kind: 'auto'; readonly floorSeconds: number };

export const upstreamSeconds = 240;

/** Endless loops are cut early; of 2,280 real answers none that passes comes near (docs/parity.md). */
const auto = {
  floorSeconds: 10,
  factor: 10,
  /** Wall time pays for other programs on the same cores; it only has to end those that sleep. */
  wallFloorSeconds: 60,
  wallFactor: 3,
  /** Where no canonical solution passed there is no time to go by. */
  unknownSeconds: 60,
  /** No more than the original's limit, unless the canonical solution itself comes near it. */
  cap: (needed: number) => Math.max(upstreamSeconds * 1000, 2 * needed),
};

/** `auto`, `upstream`, or seconds. */
export function parseTimeLimit(spelled: string, minSeconds: number): TimeLimit {
  if (spelled === 'auto') return { kind: 'auto', floorSeconds: Math.max(minSeconds, auto.floorSeconds) };
  if (spelled === 'upstream') return { kind: 'fixed', seconds: upstreamSeconds };
  const seconds = Number(spelled);
  if (spelled.trim() !== '' && Number.isFinite(seconds) && seconds > 0) return { kind: 'fixed', seconds };
  throw new BigCodeBenchError(
    'USAGE',
    `--time-limit cannot be ${JSON.stringify(spelled)}: give auto, upstream or seconds.`,
  );
}

/** The limits of one sample. CPU time comes first; wall time is the generous second limit. */
export function buildLimits(timeLimit: TimeLimit, base: Limits, groundTruth: GroundTruth | undefined): Limits {
  if (timeLimit.kind === 'fixed') {
    const ms = Math.ceil(timeLimit.seconds * 1000);
    return { ...base, cpuMs: ms, wallMs: ms };
  }
  if (groundTruth === undefined) return { ...base, cpuMs: upstreamSeconds * 1000, wallMs: upstreamSeconds * 1000 };
  const isKnown = groundTruth.state.state === 'stable' || groundTruth.state.state === 'flaky';
  const floorMs = 1000 * Math.max(timeLimit.floorSeconds, isKnown ? 0 : auto.unknownSeconds);
  const cpuMs = Math.max(floorMs, Math.min(auto.factor * groundTruth.cpuMs, auto.cap(groundTruth.cpuMs)));
  const wallMs = Math.max(
    1000 * auto.wallFloorSeconds,
    // A program that computes reaches its CPU limit first, also on cores it has to share.
    2 * cpuMs,
    Math.min(auto.wallFactor * groundTruth.wallMs, auto.cap(groundTruth.wallMs)),
  );
  return { ...base, cpuMs: Math.ceil(cpuMs), wallMs: Math.ceil(wallMs) };
}

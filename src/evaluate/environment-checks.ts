import type { Execution } from '../schema/execution.ts';
import type { GroundTruth, Provable } from '../schema/proof.ts';
import { type ContentCache, createHoldingCache } from '../store/content-cache.ts';
import { type Clock, systemClock } from '../util/clock.ts';
import type { RerunOptions } from './jobs/rebuild-job.ts';

export interface EvaluationCaches {
  readonly executions?: ContentCache<Execution> | undefined;
  readonly groundTruth?: ContentCache<GroundTruth> | undefined;
  readonly provable?: ContentCache<Provable> | undefined;
}

type CheckOptions = Readonly<{ caches: EvaluationCaches; clock?: Clock | undefined }>;

const betweenChecksMs = 120_000;

export type EnvironmentChecks = Awaited<ReturnType<typeof createEnvironmentChecks>>;

/**
 * What was found since the last good check of the environment counts once the next check is good. Checks first if an
 * earlier process left results that no check covers.
 */
export async function createEnvironmentChecks(options: Pick<RerunOptions, 'executor' | 'log'> & CheckOptions) {
  const { executor, caches, log, clock = systemClock } = options;
  const now = () => new Date(clock.now()).toISOString();
  const executions = caches.executions && createHoldingCache(caches.executions);
  const groundTruth = caches.groundTruth && createHoldingCache(caches.groundTruth);
  const provable = caches.provable && createHoldingCache(caches.provable);
  const held = [executions, groundTruth, provable].filter((cache) => cache !== undefined);
  let checkedAt = clock.now();
  const check = async (since?: Date) => {
    // What is found during the check belongs to the next one.
    const at = clock.now();
    const until = await log.size();
    for (const cache of held) cache.mark();
    try {
      await executor.verify?.(since);
    } catch (error) {
      for (const cache of held) cache.discard();
      await log.append({ type: 'environment-changed', at: now() });
      throw error;
    }
    checkedAt = at;
    // An executor that cannot check its environment vouches for nothing.
    if (executor.verify) await log.append({ type: 'environment-checked', at: new Date(at).toISOString(), until });
    await Promise.all(held.map((cache) => cache.release()));
  };
  if (executor.verify && log.state.doubtfulSince) await check(log.state.doubtfulSince);
  return {
    /** What goes into these reaches later runs only after a good check. */
    caches: { executions, groundTruth, provable },
    /** Checks now. If the environment changed, everything since the last good check is void in log and caches. */
    check: () => check(),
    async checkIfDue() {
      if (clock.now() - checkedAt >= betweenChecksMs) await check();
    },
  };
}

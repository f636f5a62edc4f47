import type { Executor } from '../executor/executor.ts';
import type { EvaluationEvent } from '../schema/evaluation-event.ts';
import { createVettedCache } from '../store/vetted-cache.ts';
import { type Clock, systemClock } from '../util/clock.ts';
import type { EvaluationCaches } from './run-evaluation.ts';

export interface VettingOptions {
  readonly executor: Executor;
  readonly caches: EvaluationCaches;
  readonly record: (event: EvaluationEvent) => Promise<void>;
  /** When an earlier process last knew the environment to be good; what came after is in doubt. */
  readonly lastGoodAt?: Date | undefined;
  readonly clock?: Clock | undefined;
}

/** Vouches for results: what was found since the last good check of the environment counts once the next check is good. */
export interface Vetting {
  /** What goes into these reaches later runs only after a good check. */
  readonly caches: EvaluationCaches;
  /** Checks if the last check was a while ago. */
  lookIfDue(): Promise<void>;
  /** Checks now. If the environment changed, everything since the last good check is voided in journal and caches. */
  look(): Promise<void>;
}

const betweenLooksMs = 120_000;

/** Checks first if an earlier process left results that nobody vouched for. */
export async function createVetting(options: VettingOptions): Promise<Vetting> {
  const { executor, caches, record, lastGoodAt, clock = systemClock } = options;
  const now = () => new Date(clock.now()).toISOString();
  const executions = caches.executions && createVettedCache(caches.executions);
  const groundTruth = caches.groundTruth && createVettedCache(caches.groundTruth);
  let lookedAt = clock.now();
  const look = async (since?: Date) => {
    // Taken before the check: what happens during it belongs to the next one.
    const at = clock.now();
    try {
      await executor.verify?.(since);
    } catch (error) {
      executions?.discard();
      groundTruth?.discard();
      await record({ type: 'environment-changed', at: now() });
      throw error;
    }
    lookedAt = at;
    await record({ type: 'environment-checked', at: new Date(at).toISOString() });
    await Promise.all([executions?.vouch(), groundTruth?.vouch()]);
  };
  if (lastGoodAt) await look(lastGoodAt);
  return {
    caches: { ...(executions ? { executions } : {}), ...(groundTruth ? { groundTruth } : {}) },
    look: () => look(),
    async lookIfDue() {
      if (clock.now() - lookedAt >= betweenLooksMs) await look();
    },
  };
}

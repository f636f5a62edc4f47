import { setTimeout as wait } from 'node:timers/promises';

/** Time as code sees it; tests pass one that they move themselves. */
export interface Clock {
  /** Milliseconds. */
  now(): number;
  /** Rejects with the signal's reason when it is aborted meanwhile. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    try {
      await wait(ms, undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw error;
    }
  },
};

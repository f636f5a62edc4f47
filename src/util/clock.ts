import { setTimeout as wait } from 'node:timers/promises';

/** The source of time; tests pass one they control. */
export interface Clock {
  /** Milliseconds. */
  now(): number;
  /** Rejects with the signal's reason if it aborts first. */
  sleep(ms: number, signal?: AbortSignal | undefined): Promise<void>;
  /** Calls back once, unless the returned function is called first. */
  setTimer(ms: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    try {
      await wait(ms, undefined, { signal });
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw error;
    }
  },
  setTimer(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

import type { ContentCache } from './content-cache.ts';

/** A cache that keeps what it is given to itself until somebody vouches for it. */
export interface VettedCache<Value> extends ContentCache<Value> {
  /** What was put so far is good: it goes to the cache behind. */
  vouch(): Promise<void>;
  /** What was put since the last vouching is dropped. */
  discard(): void;
}

/** Holds values back; only this cache hands them out. */
export function createVettedCache<Value>(behind: ContentCache<Value>): VettedCache<Value> {
  let held = new Map<string, Value>();
  return {
    get: async (key) => held.get(key) ?? behind.get(key),
    put: async (key, value) => void held.set(key, value),
    async vouch() {
      const good = held;
      held = new Map();
      await Promise.all([...good].map(([key, value]) => behind.put(key, value)));
    },
    discard() {
      held.clear();
    },
  };
}

import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { reachStore, withRedis } from './reach-store.ts';
import { readRedisFacts } from './redis-facts.ts';
import type { Store } from './store.ts';

/** Makes sure that a store answers and can hold a queue, before anybody relies on it. */
export async function requireStore(store: Store): Promise<void> {
  await reachStore(store);
  if (store.kind !== 'redis') return;
  const { policy, usedBytes, maxBytes } = await withRedis(store, readRedisFacts);
  if (policy !== '' && policy !== 'noeviction') {
    throw unusable(store, `it throws keys away when memory runs short (${policy}): set maxmemory-policy noeviction`);
  }
  if (maxBytes > 0 && usedBytes >= maxBytes) {
    const megabytes = Math.round(maxBytes / 2 ** 20);
    throw unusable(store, `it is full (maxmemory is ${megabytes} MB): raise maxmemory, or delete what is not needed`);
  }
}

function unusable(store: Store, reason: string): BigCodeBenchError {
  return new BigCodeBenchError('NETWORK', `${store.shown} cannot be used as a queue: ${reason}.`);
}

import { reachStore, withRedis } from './reach-store.ts';
import { readRedisFacts } from './redis-facts.ts';
import type { Store } from './store.ts';

export interface StoreFinding {
  readonly name: 'answers' | 'version' | 'eviction' | 'persistence' | 'memory' | 'latency' | 'clock';
  /** `bad`: results could be lost or the fleet would stop; `note`: worth knowing. */
  readonly severity: 'ok' | 'note' | 'bad';
  readonly sentence: string;
}

const slowMs = 20;
const clockSkewMs = 5000;

/** What may go wrong with a store before it does. A store that does not answer is thrown as an error. */
export async function checkStore(store: Store): Promise<StoreFinding[]> {
  await reachStore(store);
  if (store.kind === 'postgres') return [{ name: 'answers', severity: 'ok', sentence: `${store.shown} answers.` }];
  return withRedis(store, async (redis) => {
    const startedAt = performance.now();
    for (let turn = 0; turn < 10; turn++) await redis.ping();
    const latencyMs = (performance.now() - startedAt) / 10;
    const [seconds = 0] = (await redis.time()).map(Number);
    const skewMs = Math.abs(Date.now() - seconds * 1000);
    const { version, policy, usedBytes, maxBytes, hasAppendOnlyFile } = await readRedisFacts(redis);
    const usedShare = maxBytes > 0 ? usedBytes / maxBytes : 0;
    return [
      { name: 'answers', severity: 'ok', sentence: `${store.shown} answers.` },
      isOldRedis(version)
        ? { name: 'version', severity: 'bad', sentence: `Redis ${version} is too old: 6.2 is the least.` }
        : { name: 'version', severity: 'ok', sentence: `Redis ${version}.` },
      policy === 'noeviction'
        ? { name: 'eviction', severity: 'ok', sentence: 'Nothing is evicted when memory runs short.' }
        : {
            name: 'eviction',
            severity: 'bad',
            sentence: `Redis throws keys away when memory runs short (${policy}): set maxmemory-policy noeviction.`,
          },
      hasAppendOnlyFile
        ? { name: 'persistence', severity: 'ok', sentence: 'An append-only file survives a restart.' }
        : {
            name: 'persistence',
            severity: 'note',
            sentence: 'Redis forgets its queue when it restarts (appendonly no): runs recover, but repeat work.',
          },
      usedShare > 0.7
        ? {
            name: 'memory',
            severity: 'bad',
            sentence: `${Math.round(usedShare * 100)}% of its memory is used: raise maxmemory.`,
          }
        : { name: 'memory', severity: 'ok', sentence: `${(usedBytes / 2 ** 20).toFixed(1)} MB in use.` },
      latencyMs > slowMs
        ? { name: 'latency', severity: 'note', sentence: `It takes ${latencyMs.toFixed(0)} ms to answer.` }
        : { name: 'latency', severity: 'ok', sentence: `It answers in ${latencyMs.toFixed(1)} ms.` },
      skewMs > clockSkewMs
        ? {
            name: 'clock',
            severity: 'bad',
            sentence: `Its clock is ${Math.round(skewMs / 1000)} s off this machine's.`,
          }
        : { name: 'clock', severity: 'ok', sentence: 'Its clock agrees with this machine.' },
    ];
  });
}

function isOldRedis(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < 6 || (major === 6 && minor < 2);
}

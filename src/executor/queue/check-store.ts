import type { Redis } from 'ioredis';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { reachStore } from './reach-store.ts';
import type { Store } from './store.ts';

export interface StoreFinding {
  readonly name: 'answers' | 'version' | 'eviction' | 'persistence' | 'memory' | 'latency' | 'clock';
  /** `bad`: results could be lost or the fleet would stop; `note`: worth knowing. */
  readonly severity: 'ok' | 'note' | 'bad';
  readonly sentence: string;
}

const slowMs = 20;
const clockSkewMs = 5000;

/** Makes sure that a store answers and can hold a queue, before anything relies on it. */
export async function requireStore(store: Store): Promise<void> {
  const facts = await reachStore(store, readRedisFacts);
  if (facts === undefined) return;
  const { policy, usedBytes, maxBytes } = facts;
  if (policy !== '' && policy !== 'noeviction') {
    throw unusable(store, `it throws keys away when memory runs short (${policy}): set maxmemory-policy noeviction`);
  }
  if (maxBytes > 0 && usedBytes >= maxBytes) {
    const megabytes = Math.round(maxBytes / 2 ** 20);
    throw unusable(store, `it is full (maxmemory is ${megabytes} MB): raise maxmemory, or delete what is not needed`);
  }
}

/** What may go wrong with a store before it does. A store that does not answer is thrown as an error. */
export async function checkStore(store: Store): Promise<StoreFinding[]> {
  const found = await reachStore(store, checkRedis);
  return [{ name: 'answers', severity: 'ok', sentence: `${store.shown} answers.` }, ...(found ?? [])];
}

async function checkRedis(redis: Redis): Promise<StoreFinding[]> {
  const startedAt = performance.now();
  for (let turn = 0; turn < 10; turn++) await redis.ping();
  const latencyMs = (performance.now() - startedAt) / 10;
  const [seconds = 0] = (await redis.time()).map(Number);
  const skewMs = Math.abs(Date.now() - seconds * 1000);
  const { version, policy, usedBytes, maxBytes, hasAppendOnlyFile } = await readRedisFacts(redis);
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const usedShare = maxBytes > 0 ? usedBytes / maxBytes : 0;
  const ok = (name: StoreFinding['name'], sentence: string): StoreFinding => ({ name, severity: 'ok', sentence });
  const note = (name: StoreFinding['name'], sentence: string): StoreFinding => ({ name, severity: 'note', sentence });
  const bad = (name: StoreFinding['name'], sentence: string): StoreFinding => ({ name, severity: 'bad', sentence });
  return [
    major < 6 || (major === 6 && minor < 2)
      ? bad('version', `Redis ${version} is too old: 6.2 is the least.`)
      : ok('version', `Redis ${version}.`),
    policy === 'noeviction'
      ? ok('eviction', 'Nothing is evicted when memory runs short.')
      : bad('eviction', `Redis throws keys away when memory runs short (${policy}): set maxmemory-policy noeviction.`),
    hasAppendOnlyFile
      ? ok('persistence', 'An append-only file survives a restart.')
      : note('persistence', 'Redis forgets its queue when it restarts (appendonly no): runs recover, but repeat work.'),
    usedShare > 0.7
      ? bad('memory', `${Math.round(usedShare * 100)}% of its memory is used: raise maxmemory.`)
      : ok('memory', `${(usedBytes / 2 ** 20).toFixed(1)} MB in use.`),
    latencyMs > slowMs
      ? note('latency', `It takes ${latencyMs.toFixed(0)} ms to answer.`)
      : ok('latency', `It answers in ${latencyMs.toFixed(1)} ms.`),
    skewMs > clockSkewMs
      ? bad('clock', `Its clock is ${Math.round(skewMs / 1000)} s off this machine's.`)
      : ok('clock', 'Its clock agrees with this machine.'),
  ];
}

async function readRedisFacts(redis: Redis) {
  const info = await redis.info();
  const field = (name: string) => new RegExp(`^${name}:(.*)\\r?$`, 'm').exec(info)?.[1]?.trim() ?? '';
  return {
    version: field('redis_version'),
    /** What Redis does when its memory runs out; empty where it does not say. */
    policy: field('maxmemory_policy'),
    usedBytes: Number(field('used_memory')),
    /** 0: as much as there is. */
    maxBytes: Number(field('maxmemory')),
    hasAppendOnlyFile: field('aof_enabled') === '1',
  };
}

function unusable(store: Store, reason: string): BigCodeBenchError {
  return new BigCodeBenchError('NETWORK', `${store.shown} cannot be used as a queue: ${reason}.`);
}

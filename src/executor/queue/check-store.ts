import type { Redis } from 'ioredis';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { messageOf, shortReasonOf } from '../../util/system-error.ts';
import type { Store } from './store.ts';

interface StoreFinding {
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
  const usedShare = maxBytes > 0 ? usedBytes / maxBytes : 0;
  const toFinding =
    (severity: StoreFinding['severity']) =>
    (name: StoreFinding['name'], sentence: string): StoreFinding => ({ name, severity, sentence });
  const [ok, note, bad] = [toFinding('ok'), toFinding('note'), toFinding('bad')];
  return [
    version.localeCompare('6.2', 'en', { numeric: true }) < 0
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

function unusable({ shown }: Store, reason: string, cause?: unknown): BigCodeBenchError {
  return new BigCodeBenchError('NETWORK', `${shown} cannot be used as a queue: ${reason}.`, { cause });
}

/** Makes sure that a store answers before anything waits for it, and looks at it, where it is a Redis. */
export async function reachStore<Value>(store: Store, look: (redis: Redis) => Promise<Value>) {
  try {
    return await (store.kind === 'redis' ? withRedis(store, look) : reachPostgres(store));
  } catch (cause) {
    throw unusable(store, explain(cause), cause);
  }
}

/** A connection of its own, for as long as the work takes; it gives up instead of waiting. */
export async function withRedis<Value>(store: Store, work: (redis: Redis) => Promise<Value>): Promise<Value> {
  const ioredis = await import('ioredis');
  const timeouts = { connectTimeout: 5000, commandTimeout: 5000 };
  const impatient = { lazyConnect: true, maxRetriesPerRequest: 0, ...timeouts, retryStrategy: () => null };
  const redis = new ioredis.Redis(store.url, impatient);
  // Told by what `connect` and the commands throw; without a listener it would be told twice.
  let failure: unknown;
  redis.on('error', (error) => {
    failure ??= error;
  });
  try {
    await redis.connect();
    return await work(redis);
  } catch (error) {
    throw failure ?? error;
  } finally {
    redis.disconnect();
  }
}

async function reachPostgres(store: Store): Promise<undefined> {
  // Optional: its driver is installed where a fleet uses Postgres.
  const driver = 'pg';
  const { default: pg } = (await import(driver)) as {
    default: { Client: new (url: string) => Record<'connect' | 'end', () => Promise<void>> };
  };
  const client = new pg.Client(store.url);
  await client.connect();
  await client.end();
}

function explain(cause: unknown): string {
  const code = shortReasonOf(cause);
  if (code === 'ERR_MODULE_NOT_FOUND') return 'its driver is not installed (npm install pg)';
  if (['ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'ECONNRESET'].includes(code)) {
    return `it does not answer (${code})`;
  }
  // What Redis and Postgres say of passwords has no code of its own.
  const message = messageOf(cause);
  return /^(WRONGPASS|NOAUTH)|password/.test(message) ? 'its password is wrong or missing' : message;
}

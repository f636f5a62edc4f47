import type { Redis } from 'ioredis';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { Store } from './store.ts';

/** Makes sure that a store answers before anything waits for it, and looks at it, where it is a Redis. */
export async function reachStore<Value>(
  store: Store,
  look: (redis: Redis) => Promise<Value>,
): Promise<Value | undefined> {
  try {
    if (store.kind === 'redis') return await withRedis(store, look);
    return await reachPostgres(store);
  } catch (cause) {
    throw new BigCodeBenchError('NETWORK', `${store.shown} cannot be used as a queue: ${explain(cause)}.`, { cause });
  }
}

/** A connection of its own, for as long as the work takes; it gives up instead of waiting. */
export async function withRedis<Value>(store: Store, work: (redis: Redis) => Promise<Value>): Promise<Value> {
  const ioredis = await import('ioredis');
  const redis = new ioredis.Redis(store.url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    connectTimeout: 5000,
    commandTimeout: 5000,
    retryStrategy: () => null,
  });
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
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const message = cause instanceof Error ? cause.message : String(cause);
  if (code === 'ERR_MODULE_NOT_FOUND') return 'its driver is not installed (npm install pg)';
  if (['ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'ECONNRESET'].includes(code)) {
    return `it does not answer (${code})`;
  }
  // What Redis and Postgres say of passwords has no code of its own.
  if (/^(WRONGPASS|NOAUTH)|password/.test(message)) return 'its password is wrong or missing';
  return message;
}

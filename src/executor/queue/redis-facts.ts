import type { Redis } from 'ioredis';

export interface RedisFacts {
  readonly version: string;
  /** What Redis does when its memory runs out; empty where it does not say. */
  readonly policy: string;
  readonly usedBytes: number;
  /** 0: as much as there is. */
  readonly maxBytes: number;
  readonly hasAppendOnlyFile: boolean;
}

export async function readRedisFacts(redis: Redis): Promise<RedisFacts> {
  const info = await redis.info();
  const field = (name: string) => new RegExp(`^${name}:(.*)\\r?$`, 'm').exec(info)?.[1]?.trim() ?? '';
  return {
    version: field('redis_version'),
    policy: field('maxmemory_policy'),
    usedBytes: Number(field('used_memory')),
    maxBytes: Number(field('maxmemory')),
    hasAppendOnlyFile: field('aof_enabled') === '1',
  };
}

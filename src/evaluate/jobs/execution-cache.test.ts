import { describe, expect, it } from 'vitest';
import { emptyExecution, type Outcome, upstreamStatusOf } from '../../schema/execution.ts';
import { createMemoryCache } from '../../store/content-cache.ts';
import { type CachedExecution, createExecutionCache, shareWithinRun } from './execution-cache.ts';

const execution = (outcome: Outcome) => ({ ...emptyExecution(), id: 'a', outcome, status: upstreamStatusOf[outcome] });

describe('createExecutionCache', () => {
  it.each([
    ['pass', 1],
    ['fail', 1],
    ['error', 1],
    ['timeout', 2],
    ['out-of-memory', 2],
    ['killed', Number.POSITIVE_INFINITY],
    ['engine-error', Number.POSITIVE_INFINITY],
  ] as const)('returns %s to a later run after %d runs agreed', async (outcome, needed) => {
    const disk = createMemoryCache<CachedExecution>();
    for (let runs = 1; runs <= 3; runs++) {
      const cache = createExecutionCache(disk);
      await cache.put('key', execution(outcome));
      const later = await createExecutionCache(disk).get('key');
      expect(later?.outcome).toBe(runs >= needed ? outcome : undefined);
    }
  });

  it('starts over if a run has a different outcome', async () => {
    const disk = createMemoryCache<CachedExecution>();
    await createExecutionCache(disk).put('key', execution('timeout'));
    await createExecutionCache(disk).put('key', execution('out-of-memory'));
    expect(await createExecutionCache(disk).get('key')).toBeUndefined();
  });

  it('does not serve one timeout to everybody who comes later, however long the process lives', async () => {
    const cache = createExecutionCache(createMemoryCache<CachedExecution>());
    for (const outcome of ['timeout', 'out-of-memory', 'killed'] as const) {
      await cache.put(outcome, execution(outcome));
      expect(await cache.get(outcome)).toBeUndefined();
    }
    await cache.put('timeout', execution('timeout'));
    expect((await cache.get('timeout'))?.outcome).toBe('timeout');
  });
});

describe('shareWithinRun', () => {
  it('gives identical programs of one run the same execution, whatever it was', async () => {
    const behind = createExecutionCache(createMemoryCache<CachedExecution>());
    const cache = shareWithinRun(behind);
    for (const outcome of ['pass', 'timeout', 'killed'] as const) {
      await cache.put(outcome, execution(outcome));
      expect((await cache.get(outcome))?.outcome).toBe(outcome);
    }
    expect((await shareWithinRun(behind).get('pass'))?.outcome).toBe('pass');
    expect(await shareWithinRun(behind).get('killed')).toBeUndefined();
  });
});

import { describe, expect, test } from 'vitest';
import { ManualClock } from '../testing/manual-clock.ts';
import { createRandom } from '../util/random.ts';
import { RateLimiter } from './rate-limiter.ts';

interface World {
  readonly capacity: () => number;
  readonly retryAfterMs?: number;
  readonly maxConcurrency?: number;
  /** How much longer than 450 ms an answer may take. */
  readonly spreadMs?: number;
}

/** A provider that answers after about half a second and refuses what exceeds its capacity, and its clients. */
async function simulate(requests: number, world: World) {
  const { capacity, retryAfterMs, maxConcurrency = 64, spreadMs = 100 } = world;
  const clock = new ManualClock();
  const random = createRandom(7);
  const limiter = new RateLimiter({ maxConcurrency, clock });
  let running = 0;
  let sent = 0;
  const refusedAt: number[] = [];
  const levels: number[] = [];
  const ask = async () => {
    for (;;) {
      const permit = await limiter.acquire();
      sent++;
      levels.push(limiter.level);
      if (running >= capacity()) {
        refusedAt.push(sent);
        await clock.sleep(2);
        permit.reject({ retryAfterMs });
        await clock.sleep(500 + random() * 500);
        continue;
      }
      running++;
      await clock.sleep(450 + random() * spreadMs);
      running--;
      permit.succeed();
      return;
    }
  };
  await clock.runUntil(Promise.all(Array.from({ length: requests }, ask)));
  return { sent, refusedAt, levels, elapsedMs: clock.now(), limiter };
}

describe('RateLimiter', () => {
  test('one call goes out alone until something is answered', async () => {
    const clock = new ManualClock();
    const limiter = new RateLimiter({ maxConcurrency: 8, clock });
    const first = await limiter.acquire();
    const second = limiter.acquire();
    await new Promise((resolve) => setImmediate(resolve));
    expect(limiter.inFlight).toBe(1);
    first.succeed();
    await second;
    expect(limiter.level).toBe(8);
  });

  test('a slow first answer does not hold the others for long', async () => {
    const clock = new ManualClock();
    const limiter = new RateLimiter({ maxConcurrency: 8, clock });
    await limiter.acquire();
    await clock.runUntil(limiter.acquire());
    expect(clock.now()).toBe(5000);
    expect(limiter.level).toBe(8);
  });

  test('room for 64: the whole set takes at most 1.5 times the ideal', async () => {
    const { elapsedMs, refusedAt } = await simulate(1140, { capacity: () => 64 });
    expect(refusedAt).toEqual([]);
    expect(elapsedMs).toBeLessThan(1.5 * (1140 / 64) * 500);
  });

  test.each([0, 100, 400])(
    'room for 8, spread %i ms: found within 100 requests, then few refusals',
    async (spreadMs) => {
      const { levels, refusedAt, sent, elapsedMs } = await simulate(600, { capacity: () => 8, spreadMs });
      const settled = levels.slice(100);
      expect(Math.min(...settled)).toBeGreaterThanOrEqual(7);
      expect(Math.max(...settled)).toBeLessThanOrEqual(9);
      expect(refusedAt.filter((at) => at > 100).length / (sent - 100)).toBeLessThan(0.03);
      expect(elapsedMs).toBeLessThan(1.5 * (600 / 8) * (450 + spreadMs / 2));
    },
  );

  test('capacity that comes back is found again, and one that shrinks is respected', async () => {
    let calls = 0;
    const grown = await simulate(1500, { capacity: () => (calls++ < 300 ? 4 : 32) });
    expect(grown.limiter.level).toBeGreaterThanOrEqual(24);
    calls = 0;
    const shrunk = await simulate(600, { capacity: () => (calls++ < 300 ? 32 : 2) });
    expect(shrunk.limiter.level).toBeLessThanOrEqual(4);
  });

  test('a request to wait holds every call', async () => {
    const clock = new ManualClock();
    const limiter = new RateLimiter({ maxConcurrency: 8, clock });
    (await limiter.acquire()).reject({ retryAfterMs: 20_000 });
    await clock.runUntil(limiter.acquire());
    expect(clock.now()).toBe(20_000);
  });

  test('an allowance used up, told by headers of an answer, holds too', async () => {
    const clock = new ManualClock();
    const limiter = new RateLimiter({ maxConcurrency: 8, clock });
    (await limiter.acquire()).succeed({ pauseMs: 3000 });
    await clock.runUntil(limiter.acquire());
    expect(clock.now()).toBe(3000);
  });

  test('requests per minute: never more in any minute', async () => {
    const clock = new ManualClock();
    const limiter = new RateLimiter({ maxConcurrency: 8, requestsPerMinute: 10, clock });
    const starts: number[] = [];
    const ask = async () => {
      const permit = await limiter.acquire();
      starts.push(clock.now());
      await clock.sleep(100);
      permit.succeed();
    };
    await clock.runUntil(Promise.all(Array.from({ length: 35 }, ask)));
    for (const start of starts) {
      expect(starts.filter((other) => other >= start && other < start + 60_000).length).toBeLessThanOrEqual(10);
    }
    expect(clock.now()).toBeLessThan(4 * 60_000);
  });

  test('tokens per minute: estimates count until the real numbers come', async () => {
    const clock = new ManualClock();
    const limiter = new RateLimiter({ maxConcurrency: 8, tokensPerMinute: 1000, clock });
    (await limiter.acquire({ tokens: 600 })).succeed({ tokens: 300 });
    (await limiter.acquire({ tokens: 600 })).succeed({ tokens: 600 });
    await clock.runUntil(limiter.acquire({ tokens: 600 }));
    expect(clock.now()).toBe(60_000);
  });

  test('who gives up waiting leaves the queue', async () => {
    const clock = new ManualClock();
    const limiter = new RateLimiter({ maxConcurrency: 1, clock });
    const held = await limiter.acquire();
    const controller = new AbortController();
    const waiting = limiter.acquire({ signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    const next = limiter.acquire();
    held.release();
    await next;
    expect(limiter.inFlight).toBe(1);
  });
});

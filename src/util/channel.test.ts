import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Channel } from './channel.ts';
import { collect } from './collect.ts';

it('gives the first by order, the oldest among equals', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 50 }), async (costs) => {
      const queue = new Channel<{ cost: number; at: number }>({ compare: (a, b) => b.cost - a.cost });
      const items = costs.map((cost, at) => ({ cost, at }));
      for (const item of items) queue.push(item);
      queue.close();
      expect(await collect(queue)).toEqual(items.toSorted((a, b) => b.cost - a.cost || a.at - b.at));
    }),
  );
});

it('takes the best of what waits while more comes', async () => {
  const queue = new Channel<number>({ compare: (a, b) => b - a });
  const taken = queue[Symbol.asyncIterator]();
  const waiting = taken.next();
  queue.push(1);
  expect((await waiting).value).toBe(1);
  for (const number of [2, 4, 3]) queue.push(number);
  expect((await taken.next()).value).toBe(4);
  queue.push(9);
  queue.close();
  expect([(await taken.next()).value, (await taken.next()).value, (await taken.next()).value]).toEqual([9, 3, 2]);
  expect((await taken.next()).done).toBe(true);
});

it('is first in, first out without an order, for many items', async () => {
  const queue = new Channel<number>();
  const numbers = Array.from({ length: 10_000 }, (_, at) => at);
  for (const number of numbers) queue.push(number);
  queue.close();
  expect(await collect(queue)).toEqual(numbers);
});

it('throws at the consumer what it failed with, after what was there', async () => {
  const queue = new Channel<number>();
  queue.push(1);
  queue.fail(new Error('gone'));
  const taken = queue[Symbol.asyncIterator]();
  expect((await taken.next()).value).toBe(1);
  await expect(taken.next()).rejects.toThrow('gone');
});

describe('a bound', () => {
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  it('makes producers wait until something is taken, and never lets more wait', async () => {
    const channel = new Channel<number>({ bound: 3 });
    let waiting = 0;
    let most = 0;
    const produce = async () => {
      for (let number = 0; number < 100; number++) {
        await channel.room();
        channel.push(number);
        most = Math.max(most, ++waiting);
      }
      channel.close();
    };
    const producing = produce();
    await settle();
    expect(waiting).toBe(3);
    const taken: number[] = [];
    for await (const number of channel) {
      waiting--;
      taken.push(number);
    }
    await producing;
    expect(taken).toEqual(Array.from({ length: 100 }, (_, at) => at));
    // One more is on its way to the consumer.
    expect(most).toBeLessThanOrEqual(4);
  });

  it('holds for what waits, however much went through before', async () => {
    const channel = new Channel<number>({ bound: 2 });
    const taken = channel[Symbol.asyncIterator]();
    for (let number = 0; number < 10_000; number++) {
      await channel.room();
      channel.push(number);
      expect((await taken.next()).value).toBe(number);
    }
  });

  it('lets a producer go when nothing will be taken any more', async () => {
    for (const end of ['close', 'fail'] as const) {
      const channel = new Channel<number>({ bound: 1 });
      channel.push(1);
      const waiting = channel.room();
      channel[end](new Error('gone'));
      await waiting;
      await channel.room();
    }
  });

  it('is no reason to wait once the producer is told to stop', async () => {
    const channel = new Channel<number>({ bound: 1 });
    channel.push(1);
    const stop = new AbortController();
    const waiting = channel.room(stop.signal);
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await expect(channel.room(stop.signal)).rejects.toThrow('enough');
    const empty = new Channel<number>({ bound: 1 });
    await expect(empty.room(stop.signal)).rejects.toThrow('enough');
  });

  it('keeps the order, whoever waited', async () => {
    const channel = new Channel<number>({ bound: 2, compare: (a, b) => b - a });
    const produce = async (number: number) => {
      await channel.room();
      channel.push(number);
    };
    const all = Promise.all([5, 1, 4, 2, 3].map(produce));
    await settle();
    const taken: number[] = [];
    for await (const number of channel) {
      taken.push(number);
      await settle();
      if (taken.length === 5) channel.close();
    }
    await all;
    expect([...taken].sort()).toEqual([1, 2, 3, 4, 5]);
  });
});

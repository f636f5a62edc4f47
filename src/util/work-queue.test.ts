import fc from 'fast-check';
import { expect, it } from 'vitest';
import { collect } from './collect.ts';
import { WorkQueue } from './work-queue.ts';

it('gives the first by order, the oldest among equals', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 50 }), async (costs) => {
      const queue = new WorkQueue<{ cost: number; at: number }>((a, b) => b.cost - a.cost);
      const items = costs.map((cost, at) => ({ cost, at }));
      for (const item of items) queue.push(item);
      queue.close();
      expect(await collect(queue)).toEqual(items.toSorted((a, b) => b.cost - a.cost || a.at - b.at));
    }),
  );
});

it('takes the best of what waits while more comes', async () => {
  const queue = new WorkQueue<number>((a, b) => b - a);
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
  const queue = new WorkQueue<number>();
  const numbers = Array.from({ length: 10_000 }, (_, at) => at);
  for (const number of numbers) queue.push(number);
  queue.close();
  expect(await collect(queue)).toEqual(numbers);
});

it('throws at the consumer what it failed with, after what was there', async () => {
  const queue = new WorkQueue<number>();
  queue.push(1);
  queue.fail(new Error('gone'));
  const taken = queue[Symbol.asyncIterator]();
  expect((await taken.next()).value).toBe(1);
  await expect(taken.next()).rejects.toThrow('gone');
});

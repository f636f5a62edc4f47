import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const anybody = () => true;

function drain(queue: FairQueue<string>, mayHaveMore: (owner: string) => boolean = anybody): string[] {
  const taken: string[] = [];
  for (let item = queue.take(mayHaveMore); item !== undefined; item = queue.take(mayHaveMore)) taken.push(item);
  return taken;
}

it('lets owners take turns, each in its own order', () => {
  const queue = new FairQueue<string>();
  for (const item of ['a1', 'a2', 'a3']) queue.add('a', item, 'urgent');
  queue.add('b', 'b1', 'urgent');
  queue.add('c', 'c1', 'urgent');
  expect(queue.size).toBe(5);
  expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  expect(queue.size).toBe(0);
});

it('serves what is urgent before bulk work, whoever owns it', () => {
  const queue = new FairQueue<string>();
  queue.add('a', 'a-bulk', 'bulk');
  queue.add('a', 'a-urgent', 'urgent');
  queue.add('b', 'b-urgent', 'urgent');
  expect(drain(queue)).toEqual(['a-urgent', 'b-urgent', 'a-bulk']);
});

it('skips owners that may have no more', () => {
  const queue = new FairQueue<string>();
  queue.add('a', 'a1', 'urgent');
  queue.add('b', 'b1', 'urgent');
  expect(drain(queue, (owner) => owner === 'b')).toEqual(['b1']);
  expect(queue.size).toBe(1);
});

it('gives back what is taken out of turn, once', () => {
  const queue = new FairQueue<string>();
  queue.add('a', 'a1', 'urgent');
  queue.add('a', 'a2', 'bulk');
  expect(queue.remove('a', 'a1')).toBe(true);
  expect(queue.remove('a', 'a1')).toBe(false);
  expect(queue.remove('nobody', 'a2')).toBe(false);
  expect(drain(queue)).toEqual(['a2']);
});

import { describe, expect, test } from 'vitest';
import { collect } from './collect.ts';
import { prefetch } from './prefetch.ts';

describe('prefetch', () => {
  test('takes from the source before anybody asks', async () => {
    const taken: number[] = [];
    const source = async function* () {
      for (const item of [1, 2, 3]) {
        taken.push(item);
        yield item;
      }
    };
    const items = prefetch(source());
    await items.ended;
    expect(taken).toEqual([1, 2, 3]);
    expect(await collect(items)).toEqual([1, 2, 3]);
  });

  test('gives what there is before it fails', async () => {
    const source = async function* () {
      yield 1;
      throw new Error('the source broke');
    };
    const items = prefetch(source());
    await items.ended;
    const seen: number[] = [];
    const consume = async () => {
      for await (const item of items) seen.push(item);
    };
    await expect(consume()).rejects.toThrow('the source broke');
    expect(seen).toEqual([1]);
  });
});

import { expect, it } from 'vitest';
import { collect } from './collect.ts';
import { zipAsync } from './zip-async.ts';

function watched(items: readonly number[]) {
  const state = { isClosed: false };
  async function* give() {
    try {
      yield* items;
    } finally {
      state.isClosed = true;
    }
  }
  return { state, items: give() };
}

it('pairs as long as both give, and closes both', async () => {
  const [long, short] = [watched([1, 2, 3]), watched([4, 5])];
  expect(await collect(zipAsync(long.items, short.items))).toEqual([
    [1, 4],
    [2, 5],
  ]);
  expect([long.state.isClosed, short.state.isClosed]).toEqual([true, true]);
});

it('closes both when its reader stops', async () => {
  const [one, other] = [watched([1, 2]), watched([3, 4])];
  for await (const pair of zipAsync(one.items, other.items)) {
    expect(pair).toEqual([1, 3]);
    break;
  }
  expect([one.state.isClosed, other.state.isClosed]).toEqual([true, true]);
});

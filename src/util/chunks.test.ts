import { expect, it } from 'vitest';
import { chunksBySize, chunksOf } from './chunks.ts';

it('cuts by count', () => {
  expect([...chunksOf([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]]);
  expect([...chunksOf([], 2)]).toEqual([]);
});

it('cuts by size, after the item that fills a group', () => {
  const cut = (sizes: number[]) => [...chunksBySize(sizes, (size) => size, 10)];
  expect(cut([4, 4, 4, 1, 30, 2])).toEqual([[4, 4, 4], [1, 30], [2]]);
  expect(cut([10, 10])).toEqual([[10], [10]]);
  expect(cut([])).toEqual([]);
});

import { expect, it } from 'vitest';
import { zoomTo } from './zoom.ts';

it('holds every interval', () => {
  expect(
    zoomTo([
      [0.46, 0.52],
      [0.41, 0.47],
    ]),
  ).toEqual([0.3, 0.6]);
  expect(zoomTo([[0.95, 1]])).toEqual([0.9, 1]);
  expect(zoomTo([[0, 0.02]])).toEqual([0, 0.1]);
});

it('is everything for wide intervals, and for none', () => {
  expect(
    zoomTo([
      [0.1, 0.2],
      [0.8, 1],
    ]),
  ).toEqual([0, 1]);
  expect(zoomTo([])).toEqual([0, 1]);
});

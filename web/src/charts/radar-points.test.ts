import { expect, it } from 'vitest';
import { placeOnRadar, readRadar } from './radar-points.ts';

it('makes an axis of each domain, and a line of each result', () => {
  const row = (value: number, ...labels: string[]) => ({ labels, value });
  const rows = [row(60, 'a', 'complete', 'Time'), row(50, 'a', 'complete', 'System'), row(40, 'b', '', 'Time')];
  expect(readRadar({ rows })).toEqual({
    axes: ['System', 'Time'],
    series: [
      { name: 'a · complete', values: [50, 60] },
      { name: 'b', values: [0, 40] },
    ],
  });
});

it('goes around clockwise from the top, with 100 percent on the rim', () => {
  const places = placeOnRadar([100, 50, 25, 0], 120).map((place) => place.map((each) => Math.round(each) + 0));
  expect(places).toEqual([
    [0, -120],
    [60, 0],
    [0, 30],
    [0, 0],
  ]);
});

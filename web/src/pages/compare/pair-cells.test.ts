import { expect, it } from 'vitest';
import { cellOf } from './pair-cells.ts';

it.each([
  [1, 0, 'onlyA'],
  [0, 1, 'onlyB'],
  [1, 1, 'both'],
  [0, 0, 'neither'],
  // Shares of several samples: half of them is enough.
  [0.5, 0.4, 'onlyA'],
  [0.4, 0.6, 'onlyB'],
  [0.5, 0.5, 'both'],
] as const)('%d and %d: %s', (a, b, cell) => {
  expect(cellOf({ taskId: 'T/0', a, b, causeA: '', causeB: '' })).toBe(cell);
});

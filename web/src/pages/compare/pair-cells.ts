import type { CompareRow } from '../../../../src/schema/view/overview-document.ts';

export const cells = ['onlyA', 'onlyB', 'both', 'neither'] as const;

export type Cell = (typeof cells)[number];

/** Who solves a task; with several samples, more often than not. */
export function cellOf({ a, b }: CompareRow): Cell {
  const [hasA, hasB] = [a >= 0.5, b >= 0.5];
  if (hasA) return hasB ? 'both' : 'onlyA';
  return hasB ? 'onlyB' : 'neither';
}

import { describe, expect, it } from 'vitest';
import type { CompareDocument, CompareRow } from '../../../../src/schema/view/overview-document.ts';
import { adjustPs, joinRows } from './many-rows.ts';

const row = (taskId: string, a: number, b: number): CompareRow => ({
  taskId,
  a,
  b,
  causeA: a < 0.5 ? 'KeyError' : '',
  causeB: b < 0.5 ? 'ValueError' : '',
});
const document = (p: number, ...rows: CompareRow[]) =>
  ({ comparison: { p_single: p }, rows }) as unknown as CompareDocument;

const documents = [
  document(0.01, row('T/0', 1, 1), row('T/1', 0, 1), row('T/2', 1, 0), row('T/3', 0, 0)),
  document(0.04, row('T/3', 0, 0), row('T/2', 1, 0), row('T/0', 1, 1), row('T/9', 1, 1)),
];

describe('several runs', () => {
  it('are joined by the tasks that all have, those they disagree about first', () => {
    expect(joinRows(documents)).toEqual([
      { taskId: 'T/2', shares: [1, 0, 0], causes: ['', 'ValueError', 'ValueError'] },
      { taskId: 'T/0', shares: [1, 1, 1], causes: ['', '', ''] },
      { taskId: 'T/3', shares: [0, 0, 0], causes: ['KeyError', 'ValueError', 'ValueError'] },
    ]);
    expect(joinRows([])).toEqual([]);
  });

  it('pay for looking more than once', () => {
    expect(adjustPs(documents)).toEqual([0.02, 0.04]);
  });
});

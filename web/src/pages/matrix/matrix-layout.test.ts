import { describe, expect, it } from 'vitest';
import type { MatrixDocument } from '../../../../src/schema/view/overview-document.ts';
import { createRun } from '../../data/testing/run-document.ts';
import { layOutMatrix } from './matrix-layout.ts';

const taskIds = ['T/0', 'T/1', 'T/2', 'T/3', 'T/4'];
const rowsOfCells = [
  [200, 0, 100, 255, 0],
  [200, 0, 200, 200, 255],
  [0, 0, 255, 200, 0],
];
const scores = [0.3, 0.75, 0.25];

function createDocument(changes: Partial<MatrixDocument> = {}): MatrixDocument {
  const passAt1 = (value: number) => ({ value, standardError: 0, interval: [value, value] as [number, number] });
  return {
    runs: scores.map((score, at) => createRun({ id: `e-${at}`, passAt1: passAt1(score) })),
    taskIds,
    domains: [['System'], ['Network', 'System'], ['System', 'Network'], [], ['Network']],
    cells: btoa(String.fromCharCode(...rowsOfCells.flat())),
    ...changes,
  };
}

const document = createDocument();
const columnsOf = (order?: string, domain?: string) =>
  layOutMatrix(document, order, domain).columns.map((at) => taskIds[at]);

describe('layOutMatrix', () => {
  it('puts the best run on top and the most solved task first; equals stay in the order of the tasks', () => {
    const { rows, bands } = layOutMatrix(document, undefined, undefined);
    expect(rows).toEqual([1, 0, 2]);
    expect(columnsOf()).toEqual(['T/0', 'T/3', 'T/2', 'T/1', 'T/4']);
    expect(columnsOf('solved')).toEqual(columnsOf());
    expect(bands).toEqual([]);
  });

  it('has the cell of each run and task wherever they are drawn', () => {
    for (const order of ['solved', 'domain', 'task']) {
      const { rows, columns, shareAt } = layOutMatrix(document, order, undefined);
      for (const [row, run] of rows.entries()) {
        for (const [column, task] of columns.entries()) {
          const raw = rowsOfCells[run]?.[task] ?? -1;
          expect(shareAt(row, column)).toBe(raw === 255 ? undefined : raw / 200);
        }
      }
    }
  });

  it('knows which tasks nobody solves: those without an answer in some runs too', () => {
    const { columns, isUnsolved } = layOutMatrix(document, undefined, undefined);
    expect(columns.filter((_, column) => isUnsolved(column)).map((task) => taskIds[task])).toEqual(['T/1', 'T/4']);
  });

  it('tells a failure that most others do not share from one that everybody has', () => {
    const cells = [
      [200, 0, 100, 0, 255],
      [200, 0, 0, 200, 0],
      [0, 0, 0, 200, 0],
    ];
    const drawn = layOutMatrix(
      createDocument({ cells: btoa(String.fromCharCode(...cells.flat())) }),
      'task',
      undefined,
    );
    const kinds = drawn.rows.map((_, row) => drawn.columns.map((_column, column) => drawn.kindAt(row, column)));
    expect(Object.fromEntries(drawn.rows.map((run, row) => [run, kinds[row]]))).toEqual({
      0: ['pass', 'unsolved', 'partly', 'lags', 'absent'],
      1: ['pass', 'unsolved', 'fails', 'pass', 'unsolved'],
      2: ['lags', 'unsolved', 'fails', 'pass', 'unsolved'],
    });
  });

  it('sorts by number, and by domain in bands that lie side by side', () => {
    expect(columnsOf('task')).toEqual(taskIds);
    expect(columnsOf('domain')).toEqual(['T/1', 'T/4', 'T/3', 'T/0', 'T/2']);
    expect(layOutMatrix(document, 'domain', undefined).bands).toEqual([
      { name: 'Network', from: 0, to: 2 },
      { name: 'none', from: 2, to: 3 },
      { name: 'System', from: 3, to: 5 },
    ]);
  });

  it('narrows to a domain, also where it is not the first of a task', () => {
    expect(columnsOf('task', 'Network')).toEqual(['T/1', 'T/2', 'T/4']);
    expect(columnsOf('task', 'Visualization')).toEqual([]);
    const { columns, shareAt } = layOutMatrix(document, 'task', 'Network');
    expect(columns.map((_, column) => shareAt(0, column))).toEqual([0, 1, undefined]);
  });

  it('is empty without runs or tasks', () => {
    const none = layOutMatrix(createDocument({ runs: [], cells: '' }), undefined, undefined);
    expect([none.rows, none.columns.length, none.isUnsolved(0)]).toEqual([[], 5, true]);
    const noTasks = createDocument({ taskIds: [], domains: [], cells: '' });
    expect(layOutMatrix(noTasks, 'domain', undefined)).toMatchObject({ rows: [1, 0, 2], columns: [], bands: [] });
  });
});

import type { MatrixDocument } from '../../../../src/schema/view/overview-document.ts';

export const columnOrders = {
  solved: 'tasks by how many solve them',
  domain: 'tasks by domain',
  task: 'tasks by number',
} as const;

/**
 * What a cell says. `lags`: it fails although most other runs solve the task; `unsolved`: it fails as everybody does.
 */
export type CellKind = 'pass' | 'partly' | 'fails' | 'lags' | 'unsolved' | 'absent';

/** The matrix as it is drawn: which run each row is, which task each column, and what the cells hold. */
export interface MatrixLayout {
  /** Positions in the document. */
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  /** Share from 0 to 1; undefined where there is no answer. */
  readonly shareAt: (row: number, column: number) => number | undefined;
  readonly kindAt: (row: number, column: number) => CellKind;
  /** Whether no run solves the task of a column. */
  readonly isUnsolved: (column: number) => boolean;
  readonly bands: readonly { readonly name: string; readonly from: number; readonly to: number }[];
}

const absent = 255;
const whole = 200;

export function layOutMatrix(
  document: MatrixDocument,
  order: string | undefined,
  domain: string | undefined,
): MatrixLayout {
  const { runs, taskIds, domains } = document;
  const cells = Uint8Array.from(atob(document.cells), (character) => character.charCodeAt(0));
  const raw = (run: number, task: number) => cells[run * taskIds.length + task] ?? absent;
  const solvedBy = taskIds.map((_, task) =>
    runs.reduce((sum, _run, run) => sum + (raw(run, task) === absent ? 0 : raw(run, task) / whole), 0),
  );
  const answeredBy = taskIds.map((_, task) => runs.filter((_run, run) => raw(run, task) !== absent).length);
  const scoreOf = runs.map((run, at) => run.passAt1?.value ?? (solvedBy.length === 0 ? 0 : at));
  const rows = runs.map((_, at) => at).sort((a, b) => (scoreOf[b] ?? 0) - (scoreOf[a] ?? 0));
  const columns = taskIds
    .map((_, at) => at)
    .filter((at) => domain === undefined || domains[at]?.includes(domain))
    .sort((a, b) => {
      const byDomain = order === 'domain' ? firstDomain(document, a).localeCompare(firstDomain(document, b)) : 0;
      const bySolved = order === 'task' ? 0 : (solvedBy[b] ?? 0) - (solvedBy[a] ?? 0);
      return byDomain || bySolved || a - b;
    });
  return {
    rows,
    columns,
    shareAt(row, column) {
      const value = raw(rows[row] ?? 0, columns[column] ?? 0);
      return value === absent ? undefined : value / whole;
    },
    kindAt(row, column) {
      const task = columns[column] ?? 0;
      const value = raw(rows[row] ?? 0, task);
      if (value === absent) return 'absent';
      if (value > 0) return value === whole ? 'pass' : 'partly';
      const solved = solvedBy[task] ?? 0;
      if (solved === 0) return 'unsolved';
      const others = (answeredBy[task] ?? 1) - 1;
      return solved > others / 2 ? 'lags' : 'fails';
    },
    isUnsolved: (column) => (solvedBy[columns[column] ?? 0] ?? 0) === 0,
    bands: order === 'domain' ? findBands(document, columns) : [],
  };
}

function firstDomain({ domains }: MatrixDocument, task: number): string {
  return domains[task]?.[0] ?? 'none';
}

function findBands(document: MatrixDocument, columns: readonly number[]): MatrixLayout['bands'] {
  const bands: { name: string; from: number; to: number }[] = [];
  for (const [column, task] of columns.entries()) {
    const name = firstDomain(document, task);
    const last = bands.at(-1);
    if (last?.name === name) last.to = column + 1;
    else bands.push({ name, from: column, to: column + 1 });
  }
  return bands;
}

import type { Task } from '../../schema/task.ts';
import type { MatrixDocument } from '../../schema/view/overview-document.ts';
import type { RunSummary } from '../../schema/view/run-document.ts';
import type { VerdictIndex } from './verdict-index.ts';

export interface MatrixRun {
  readonly summary: RunSummary;
  readonly index: VerdictIndex;
}

const absent = 255;
const whole = 200;

/** The share of passing samples of every run in every task. */
export function buildMatrix(
  runs: readonly MatrixRun[],
  taskOf: (id: string) => Pick<Task, 'domains'> | undefined,
): MatrixDocument {
  const taskIds = [...new Set(runs.flatMap(({ index }) => index.taskIds))];
  const cells = new Uint8Array(runs.length * taskIds.length).fill(absent);
  const columnOf = new Map(taskIds.map((id, column) => [id, column]));
  for (const [row, { index }] of runs.entries()) {
    for (const [at, id] of index.taskIds.entries()) {
      const samples = index.samplesOf[at] ?? 0;
      if (samples === 0) continue;
      cells[row * taskIds.length + (columnOf.get(id) ?? 0)] = Math.round((whole * (index.passedOf[at] ?? 0)) / samples);
    }
  }
  return {
    runs: runs.map(({ summary }) => summary),
    taskIds,
    domains: taskIds.map((id) => taskOf(id)?.domains ?? []),
    cells: Buffer.from(cells).toString('base64'),
  };
}

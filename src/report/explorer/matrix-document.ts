import type { MatrixDocument } from '../../schema/view/overview-document.ts';
import type { RunSummary } from '../../schema/view/run-document.ts';
import type { TaskOf } from './task-document.ts';
import type { VerdictIndex } from './verdict-index.ts';

const absent = 255;
const whole = 200;

export function buildMatrix(
  runs: readonly { readonly summary: RunSummary; readonly index: VerdictIndex }[],
  taskOf: TaskOf,
): MatrixDocument {
  const taskIds = [...new Set(runs.flatMap(({ index }) => index.taskIds))];
  const cells = new Uint8Array(runs.length * taskIds.length).fill(absent);
  const columnOf = new Map(taskIds.map((id, column) => [id, column]));
  for (const [row, { index }] of runs.entries()) {
    for (const id of index.taskIds) {
      const share = index.shareOf(id);
      if (share !== undefined) cells[row * taskIds.length + (columnOf.get(id) ?? 0)] = Math.round(whole * share);
    }
  }
  return {
    runs: runs.map(({ summary }) => summary),
    taskIds,
    domains: taskIds.map((id) => taskOf(id)?.domains ?? []),
    cells: Buffer.from(cells).toString('base64'),
  };
}

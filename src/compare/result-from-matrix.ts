import type { Split } from '../schema/task.ts';
import { readResponseMatrix } from '../upstream/response-matrix.ts';
import type { Result } from './result.ts';

/** A result for each line of a matrix, which does not say its split. A model with holes is left out, and said to be. */
export async function readMatrixResults(path: string, split?: Split) {
  const { taskIds, rows } = await readResponseMatrix(path);
  const results: Result[] = [];
  const incomplete: { model: string; reason: string }[] = [];
  for (const { model, passes } of rows) {
    const holes = taskIds.filter((_, task) => Number.isNaN(passes[task]));
    if (holes.length > 0) {
      incomplete.push({ model, reason: `has no value for ${holes.length} of ${taskIds.length} tasks (${holes[0]})` });
      continue;
    }
    const tasks = new Map(
      taskIds.map((id, task) => {
        const passed = passes[task] ?? 0;
        return [id, { samples: 1, passed, status: passed === 1 ? ('pass' as const) : ('fail' as const) }];
      }),
    );
    results.push({ model, source: path, conditions: { split }, tasks, notes: [] });
  }
  return { results, incomplete };
}

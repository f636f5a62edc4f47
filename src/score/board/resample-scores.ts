import { createRandom } from '../../util/random.ts';
import { defaultResamples } from '../resample-means.ts';

/**
 * Draws tasks with replacement and scores every model on each draw, so that models share the luck of the draw: the scores of
 * all models, one array for each resample.
 */
export function resampleScores(rows: readonly Float64Array[], resamples = defaultResamples): Float64Array[] {
  const tasks = rows[0]?.length ?? 0;
  const random = createRandom(tasks);
  const columns = Array.from({ length: tasks }, (_, task) => Float64Array.from(rows, (row) => row[task] ?? 0));
  return Array.from({ length: resamples }, () => {
    const weights = new Float64Array(tasks);
    for (let draw = 0; draw < tasks; draw++) {
      const task = Math.floor(random() * tasks);
      weights[task] = (weights[task] ?? 0) + 1;
    }
    const sums = new Float64Array(rows.length);
    for (const [task, column] of columns.entries()) addWeighted(sums, column, weights[task] ?? 0);
    return sums.map((sum) => sum / tasks);
  });
}

function addWeighted(sums: Float64Array, column: Float64Array, weight: number): void {
  if (weight === 0) return;
  for (let model = 0; model < sums.length; model++) {
    sums[model] = (sums[model] ?? 0) + weight * (column[model] ?? 0);
  }
}

/** The values of each model, one for each resample. */
export function transpose(resampled: readonly Float64Array[]): Float64Array[] {
  return Array.from(resampled[0] ?? [], (_, model) => Float64Array.from(resampled, (row) => row[model] ?? 0));
}

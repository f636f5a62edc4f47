import { createRandom } from '../../util/random.ts';
import { interval95 } from '../quantile.ts';
import { defaultResamples, type ResampleOptions } from '../resample-means.ts';

/** Bootstrap scores of several models over the same tasks: row after row, one row for each resample. */
export interface ResampledScores {
  readonly models: number;
  readonly resamples: number;
  readonly scores: Float64Array;
}

/** Draws tasks with replacement and scores every model on each draw, so that models share the luck of the draw. */
export function resampleScores(rows: readonly Float64Array[], options: ResampleOptions = {}): ResampledScores {
  const tasks = rows[0]?.length ?? 0;
  const { resamples = defaultResamples } = options;
  const models = rows.length;
  const random = createRandom(tasks);
  const columns = Array.from({ length: tasks }, (_, task) => Float64Array.from(rows, (row) => row[task] ?? 0));
  const weights = new Float64Array(tasks);
  const scores = new Float64Array(resamples * models);
  for (let resample = 0; resample < resamples; resample++) {
    weights.fill(0);
    for (let draw = 0; draw < tasks; draw++) {
      const task = Math.floor(random() * tasks);
      weights[task] = (weights[task] ?? 0) + 1;
    }
    const drawn = scores.subarray(resample * models, (resample + 1) * models);
    for (const [task, column] of columns.entries()) addWeighted(drawn, column, weights[task] ?? 0);
    for (let model = 0; model < models; model++) drawn[model] = (drawn[model] ?? 0) / tasks;
  }
  return { models, resamples, scores };
}

function addWeighted(sums: Float64Array, column: Float64Array, weight: number): void {
  if (weight === 0) return;
  for (let model = 0; model < sums.length; model++) {
    sums[model] = (sums[model] ?? 0) + weight * (column[model] ?? 0);
  }
}

export function scoreIntervals({ models, resamples, scores }: ResampledScores): [number, number][] {
  return Array.from({ length: models }, (_, model) => {
    return interval95(Float64Array.from({ length: resamples }, (_, at) => scores[at * models + model] ?? 0).sort());
  });
}

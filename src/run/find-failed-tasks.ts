import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';

export interface FailedTasksQuery {
  /** An evaluation's id below `out`, its folder, or an `…_eval_results.json`. */
  readonly run: string;
  readonly cwd: string;
  readonly out: string;
}

/** Ids of the tasks that not every sample of a run solved. */
export async function findFailedTasks({ run, cwd, out }: FailedTasksQuery): Promise<string[]> {
  const path = resolve(cwd, run);
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile()) return readFailedResults(path);
  const folder = found ? path : resolve(cwd, out, 'runs', run);
  const table = join(folder, 'verdicts.parquet');
  if ((await stat(table).catch(() => undefined)) === undefined) {
    const hint = 'give the id of a finished evaluation, its folder, or an …_eval_results.json';
    throw new BigCodeBenchError('USAGE', `failed@${run}: there is no ${table}; ${hint}.`);
  }
  return readFailedVerdicts(table);
}

async function readFailedResults(path: string): Promise<string[]> {
  const { readEvalResults } = await import('../upstream/eval-results.ts');
  const results = await readEvalResults(path);
  return Object.entries(results.eval).flatMap(([taskId, entries]) =>
    entries.some(({ status }) => status !== 'pass') ? [taskId] : [],
  );
}

async function readFailedVerdicts(table: string): Promise<string[]> {
  const [{ asyncBufferFromFile, parquetReadObjects }, { compressors }, { verdictRowSchema }] = await Promise.all([
    import('hyparquet'),
    import('hyparquet-compressors'),
    import('../store/verdict-table.ts'),
  ]);
  const columnsSchema = verdictRowSchema.pick({ task_id: true, passed: true });
  const rows = await parquetReadObjects({
    file: await asyncBufferFromFile(table),
    columns: Object.keys(columnsSchema.shape),
    compressors,
  });
  const verdicts = rows.map((row) => columnsSchema.parse(row));
  return [...new Set(verdicts.filter(({ passed }) => !passed).map(({ task_id }) => task_id))];
}

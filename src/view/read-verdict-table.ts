import { join } from 'node:path';
import { VerdictIndex } from '../report/explorer/verdict-index.ts';
import { verdictRowSchema } from '../store/verdict-table.ts';

const rowSchema = verdictRowSchema
  .pick({
    task_id: true,
    sample: true,
    outcome: true,
    reason: true,
    tests: true,
    tests_passed: true,
    first_message: true,
    cpu_ms: true,
    peak_mb: true,
  })
  .extend({ flags: verdictRowSchema.shape.flags.or(verdictRowSchema.shape.flags.array()) });

/** The verdicts of a finished run from its `verdicts.parquet`: columns, without the lines they were written from. */
export async function readVerdictTable(folder: string, taskIds: readonly string[]): Promise<VerdictIndex> {
  const [{ asyncBufferFromFile, parquetReadObjects }, { compressors }] = await Promise.all([
    import('hyparquet'),
    import('hyparquet-compressors'),
  ]);
  const rows = await parquetReadObjects({
    file: await asyncBufferFromFile(join(folder, 'verdicts.parquet')),
    columns: Object.keys(rowSchema.shape),
    compressors,
  });
  const index = new VerdictIndex(taskIds);
  for (const raw of rows) {
    const row = rowSchema.parse(raw);
    index.add({
      taskId: row.task_id,
      index: row.sample,
      outcome: row.outcome,
      reason: row.reason ?? undefined,
      tests: row.tests,
      testsFailed: row.tests - row.tests_passed,
      // The table keeps only the end of a message; the reason names the exception.
      firstMessage: row.reason ?? row.first_message ?? undefined,
      cpuMs: row.cpu_ms,
      peakMb: row.peak_mb,
      flags: typeof row.flags === 'string' ? JSON.parse(row.flags) : row.flags,
    });
  }
  return index;
}

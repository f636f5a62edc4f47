import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { type UpstreamStatus, upstreamStatusSchema } from '../schema/execution.ts';
import { isAbsent } from '../util/system-error.ts';
import { throwStoreError } from './store-error.ts';

/** What comparing needs of a verdict. */
export interface VerdictColumn {
  readonly taskId: string;
  readonly status: UpstreamStatus;
  /** The last line of the first failing test's message, or the reason. */
  readonly cause: () => string;
}

const rowSchema = z.object({
  task_id: z.string(),
  status: upstreamStatusSchema,
  outcome: z.string(),
  reason: z.string().nullable(),
  first_message: z.string().nullable(),
  flaky_runs: z.number().nullable(),
});

export type VerdictSummaryRow = z.infer<typeof rowSchema>;

/**
 * The few columns of a `verdicts.parquet` that say who passed: of a run with many samples far less than its journal.
 * Undefined where there is none.
 */
export async function readVerdictColumns(path: string): Promise<VerdictColumn[] | undefined> {
  const rows = await readVerdictRows(path);
  return rows?.map(({ task_id, status, outcome, reason, first_message }) => ({
    taskId: task_id,
    status,
    cause: () => lastLine(first_message ?? '') ?? reason ?? outcome,
  }));
}

/** The same columns, as they are. */
export async function readVerdictRows(path: string): Promise<VerdictSummaryRow[] | undefined> {
  const bytes = await readFile(path).catch((error: unknown) => {
    if (isAbsent(error)) return undefined;
    return throwStoreError(error, path);
  });
  if (bytes === undefined) return undefined;
  const [{ parquetReadObjects }, { compressors }] = await Promise.all([
    import('hyparquet'),
    import('hyparquet-compressors'),
  ]);
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  try {
    const rows = await parquetReadObjects({ file, compressors, columns: Object.keys(rowSchema.shape) });
    return z.array(rowSchema).parse(rows);
  } catch (cause) {
    throw new BigCodeBenchError('STORE', `${path} is not a table of verdicts, or is damaged.`, {
      cause,
      data: { file: path },
    });
  }
}

function lastLine(text: string): string | undefined {
  return text
    .split('\n')
    .map((line) => line.trim())
    .findLast((line) => line !== '');
}
